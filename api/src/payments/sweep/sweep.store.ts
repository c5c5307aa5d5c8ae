import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  sql,
} from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { assert } from '#core/assert.ts'
import { chunksOf } from '../../platform/batches.ts'
import type { NotedBlock } from '../../platform/chain/nodes/chain.ts'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Term, writeUnder } from '../../platform/db/lease.ts'
import { sweepAttempts, sweepMoves, sweeps } from './sweep.table.ts'

export type SweepRow = typeof sweeps.$inferSelect
export type MoveRow = typeof sweepMoves.$inferSelect
export type MoveAttempt = typeof sweepAttempts.$inferSelect
type MoveChange = Partial<Omit<MoveRow, 'id' | 'changedAt'>>
export type PlannedMove = Pick<MoveRow, 'wallet' | 'asset' | 'amountWei'>

type ListedSweep = SweepRow & { moves: number; movesDone: number }

type OutboxRow = typeof outboxTransactions.$inferSelect

/** An unfinished move, with the status of its gas payment. */
export type OpenMove = MoveRow & {
  treasury: Address
  funding: Pick<OutboxRow, 'status' | 'blockNumber'> | null
}

const OPEN = ['planned', 'sent', 'mined'] as const
const ROWS_PER_INSERT = 1_000
/** Bounds the work of a tick, since a sweep can be of any size. */
const MOVES_PER_TICK = 1_000

/** The move was changed since it was read. */
class MoveHasChanged extends Error {
  override readonly name = 'MoveHasChanged'
}

export type SweepStore = ReturnType<typeof openSweepStore>

/** Opens the sweeps of one chain instance. */
export function openSweepStore(db: Database, instanceId: number) {
  /** Runs a transaction under the leader's term. */
  function write(
    term: Term,
    work: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    return writeUnder(term, db, work)
  }

  /** Adds a sweep. @returns its id; undefined while another one runs. */
  async function add(
    tx: Transaction,
    sweep: Pick<SweepRow, 'treasury' | 'requestedBy'>,
    moves: readonly PlannedMove[],
  ): Promise<number | undefined> {
    const [added] = await tx
      .insert(sweeps)
      .values({ ...sweep, instanceId })
      .onConflictDoNothing()
      .returning({ id: sweeps.id })
    if (!added) return undefined
    const rows = moves.map((move) => ({
      ...move,
      instanceId,
      sweepId: added.id,
    }))
    for (const batch of chunksOf(rows, ROWS_PER_INSERT)) {
      await tx.insert(sweepMoves).values([...batch])
    }
    return added.id
  }

  /** Lists sweeps with their progress, newest first. */
  function list({
    id,
    before,
    limit,
  }: {
    id?: number
    before?: number | undefined
    limit: number
  }): Promise<ListedSweep[]> {
    const isDone = sql`${sweepMoves.status} IN ('final', 'skipped', 'lost')`
    return db
      .select({
        ...getTableColumns(sweeps),
        moves: count(sweepMoves.id),
        movesDone:
          sql<number>`count(${sweepMoves.id}) FILTER (WHERE ${isDone})`.mapWith(
            Number,
          ),
      })
      .from(sweeps)
      .leftJoin(sweepMoves, eq(sweepMoves.sweepId, sweeps.id))
      .where(
        and(
          eq(sweeps.instanceId, instanceId),
          id === undefined ? undefined : eq(sweeps.id, id),
          before === undefined ? undefined : lt(sweeps.id, before),
        ),
      )
      .groupBy(sweeps.id)
      .orderBy(desc(sweeps.id))
      .limit(limit)
  }

  /** Returns the running sweep. */
  async function current(): Promise<SweepRow | undefined> {
    const [row] = await db
      .select()
      .from(sweeps)
      .where(
        and(eq(sweeps.instanceId, instanceId), sql`${sweeps.doneAt} IS NULL`),
      )
    return row
  }

  /** Lists a sweep's moves in planned order. */
  function movesOf(sweepId: number): Promise<MoveRow[]> {
    return db
      .select()
      .from(sweepMoves)
      .where(eq(sweepMoves.sweepId, sweepId))
      .orderBy(asc(sweepMoves.id))
  }

  /** Lists unfinished moves: signed ones by nonce, then planned ones in order. */
  function open(): Promise<OpenMove[]> {
    return db
      .select({
        ...getTableColumns(sweepMoves),
        treasury: sweeps.treasury,
        funding: {
          status: outboxTransactions.status,
          blockNumber: outboxTransactions.blockNumber,
        },
      })
      .from(sweepMoves)
      .innerJoin(sweeps, eq(sweeps.id, sweepMoves.sweepId))
      .leftJoin(
        outboxTransactions,
        eq(outboxTransactions.id, sweepMoves.fundingId),
      )
      .where(
        and(
          eq(sweepMoves.instanceId, instanceId),
          inArray(sweepMoves.status, [...OPEN]),
        ),
      )
      .orderBy(sql`${sweepMoves.nonce} NULLS LAST`, asc(sweepMoves.id))
      .limit(MOVES_PER_TICK)
  }

  /** Lists a move's attempts, newest first. */
  function attemptsOf(moveId: number): Promise<MoveAttempt[]> {
    return db
      .select()
      .from(sweepAttempts)
      .where(eq(sweepAttempts.moveId, moveId))
      .orderBy(desc(sweepAttempts.signedAt))
  }

  async function addAttempt(
    tx: Transaction,
    attempt: Omit<MoveAttempt, 'signedAt'>,
  ): Promise<void> {
    await tx.insert(sweepAttempts).values(attempt)
  }

  /** @throws MoveHasChanged if status or nonce differ from those read. */
  async function change(
    tx: Transaction,
    seen: Pick<MoveRow, 'id' | 'status' | 'nonce'>,
    change: MoveChange,
  ): Promise<void> {
    const { id, status, nonce } = sweepMoves
    const { rowCount } = await tx
      .update(sweepMoves)
      .set({ ...change, changedAt: sql`now()` })
      .where(
        and(
          eq(id, seen.id),
          eq(status, seen.status),
          sql`${nonce} IS NOT DISTINCT FROM ${seen.nonce}`,
        ),
      )
    if (rowCount !== 1) throw new MoveHasChanged(`Move ${seen.id} has changed`)
  }

  /** Lists blocks of settled moves, newest first. */
  async function settledBlocks(limit: number): Promise<NotedBlock[]> {
    const { blockNumber, blockHash } = sweepMoves
    const rows = await db
      .selectDistinct({ blockNumber, blockHash })
      .from(sweepMoves)
      .where(and(isSettled(), isNotNull(blockNumber)))
      .orderBy(desc(blockNumber))
      .limit(limit)
    return rows.map((row) => {
      assert(row.blockNumber !== null, 'a settled move has a block')
      assert(row.blockHash !== null, 'a settled move has a block')
      return { blockNumber: row.blockNumber, blockHash: row.blockHash }
    })
  }

  /** Sets the moves of a reorged block back to sent. */
  async function reopen(tx: Transaction, blockHash: Hash): Promise<void> {
    await tx
      .update(sweepMoves)
      .set({ ...NOT_MINED, changedAt: sql`now()` })
      .where(and(isSettled(), eq(sweepMoves.blockHash, blockHash)))
  }

  /** Finishes a sweep without unfinished moves. @returns true if it did. */
  async function finish(tx: Transaction, sweepId: number): Promise<boolean> {
    const { rowCount } = await tx.execute(
      sql`UPDATE sweeps SET done_at = now()
          WHERE id = ${sweepId} AND done_at IS NULL
            AND NOT EXISTS (SELECT FROM sweep_moves AS move
              WHERE move.sweep_id = sweeps.id
                AND move.status IN ('planned', 'sent', 'mined'))`,
    )
    return rowCount === 1
  }

  function isSettled() {
    return and(
      eq(sweepMoves.instanceId, instanceId),
      inArray(sweepMoves.status, ['final', 'lost']),
    )
  }

  return {
    write,
    add,
    list,
    current,
    movesOf,
    open,
    attemptsOf,
    addAttempt,
    change,
    settledBlocks,
    reopen,
    finish,
  }
}

/** Values of a signed move that is in no block. */
export const NOT_MINED = {
  status: 'sent',
  txHash: null,
  blockNumber: null,
  blockHash: null,
  feeWei: null,
  hasSucceeded: null,
} satisfies MoveChange
