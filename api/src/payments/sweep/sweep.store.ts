import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
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
export type MoveChange = Partial<Omit<MoveRow, 'id' | 'changedAt'>>
export type PlannedMove = Pick<MoveRow, 'wallet' | 'asset' | 'amount'>

type OutboxRow = typeof outboxTransactions.$inferSelect

/** A move that is to be made, and what became of the gas for it. */
export type OpenMove = MoveRow & {
  treasury: Address
  funding: Pick<OutboxRow, 'status' | 'blockNumber'> | null
}

const OPEN = ['planned', 'sent', 'mined'] as const
const ROWS_AT_ONCE = 1_000
/** No more are looked at each time: a sweep can be of any size. */
const MOVES_A_TICK = 1_000

/** What was decided of a move was decided of what it no longer is. */
class MoveHasChanged extends Error {
  override readonly name = 'MoveHasChanged'
}

/** Sweeps of one chain instance. */
export class SweepStore {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  /** One transaction of the leader's. */
  write(term: Term, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return writeUnder(term, this.#db, work)
  }

  /** @returns its id; undefined while another sweep is under way. */
  async add(
    tx: Transaction,
    sweep: Pick<SweepRow, 'treasury' | 'requestedBy'>,
    moves: readonly PlannedMove[],
  ): Promise<number | undefined> {
    const instanceId = this.#instanceId
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
    for (const some of chunksOf(rows, ROWS_AT_ONCE)) {
      await tx.insert(sweepMoves).values([...some])
    }
    return added.id
  }

  /** The sweep that is under way. */
  async current(): Promise<SweepRow | undefined> {
    const [row] = await this.#db
      .select()
      .from(sweeps)
      .where(
        and(
          eq(sweeps.instanceId, this.#instanceId),
          sql`${sweeps.doneAt} IS NULL`,
        ),
      )
    return row
  }

  movesOf(sweepId: number): Promise<MoveRow[]> {
    return this.#db
      .select()
      .from(sweepMoves)
      .where(eq(sweepMoves.sweepId, sweepId))
      .orderBy(asc(sweepMoves.id))
  }

  /** Those in flight by nonce, then those to come in the order of the plan. */
  open(): Promise<OpenMove[]> {
    return this.#db
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
          eq(sweepMoves.instanceId, this.#instanceId),
          inArray(sweepMoves.status, [...OPEN]),
        ),
      )
      .orderBy(sql`${sweepMoves.nonce} NULLS LAST`, asc(sweepMoves.id))
      .limit(MOVES_A_TICK)
  }

  /** Newest first. */
  attemptsOf(moveId: number): Promise<MoveAttempt[]> {
    return this.#db
      .select()
      .from(sweepAttempts)
      .where(eq(sweepAttempts.moveId, moveId))
      .orderBy(desc(sweepAttempts.signedAt))
  }

  async addAttempt(
    tx: Transaction,
    attempt: Omit<MoveAttempt, 'signedAt'>,
  ): Promise<void> {
    await tx.insert(sweepAttempts).values(attempt)
  }

  /** @throws MoveHasChanged when the move is no longer as it was seen. */
  async change(
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

  /** The last blocks that moves are settled in, the highest first. */
  async settledBlocks(limit: number): Promise<NotedBlock[]> {
    const { blockNumber, blockHash } = sweepMoves
    const rows = await this.#db
      .selectDistinct({ blockNumber, blockHash })
      .from(sweepMoves)
      .where(and(this.#isSettled(), isNotNull(blockNumber)))
      .orderBy(desc(blockNumber))
      .limit(limit)
    return rows.map((row) => {
      assert(row.blockNumber !== null, 'what is settled is in a block')
      assert(row.blockHash !== null, 'what is settled is in a block')
      return { blockNumber: row.blockNumber, blockHash: row.blockHash }
    })
  }

  /** Has the moves of a block sent again. */
  async reopen(tx: Transaction, blockHash: Hash): Promise<void> {
    await tx
      .update(sweepMoves)
      .set({ ...NOT_MINED, changedAt: sql`now()` })
      .where(and(this.#isSettled(), eq(sweepMoves.blockHash, blockHash)))
  }

  /** Ends a sweep of which nothing is left to do. @returns whether it did. */
  async finish(tx: Transaction, sweepId: number): Promise<boolean> {
    const { rowCount } = await tx.execute(
      sql`UPDATE sweeps SET done_at = now()
          WHERE id = ${sweepId} AND done_at IS NULL
            AND NOT EXISTS (SELECT FROM sweep_moves AS move
              WHERE move.sweep_id = sweeps.id
                AND move.status IN ('planned', 'sent', 'mined'))`,
    )
    return rowCount === 1
  }

  #isSettled() {
    return and(
      eq(sweepMoves.instanceId, this.#instanceId),
      inArray(sweepMoves.status, ['final', 'lost']),
    )
  }
}

/** Of a move that is in no block, or in none any more. */
export const NOT_MINED = {
  status: 'sent',
  txHash: null,
  blockNumber: null,
  blockHash: null,
  fee: null,
  hasSucceeded: null,
} satisfies MoveChange
