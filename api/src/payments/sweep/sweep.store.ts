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
import type { NotedBlock } from '../../platform/chain/nodes/chain.ts'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Term, writeUnder } from '../../platform/db/lease.ts'
import type { MoveRow } from './sweep.service.ts'
import { sweepAttempts, sweepMoves, sweeps } from './sweep.table.ts'

export type MoveAttempt = typeof sweepAttempts.$inferSelect
export type MoveChange = Partial<Omit<MoveRow, 'id' | 'changedAt'>>

type OutboxRow = typeof outboxTransactions.$inferSelect

/** An unfinished move, with the status of its gas payment. */
export type OpenMove = MoveRow & {
  treasury: Address
  funding: Pick<OutboxRow, 'status' | 'blockNumber'> | null
}

/** Bounds the work of a tick, since a sweep can be of any size. */
const MOVES_PER_TICK = 1_000

export type SweepStore = ReturnType<typeof openSweepStore>

/** Opens the sweeps of one chain instance, as their leader changes them. */
export function openSweepStore(db: Database, instanceId: number) {
  const { blockHash, blockNumber, id, nonce, status } = sweepMoves
  const isSettled = and(
    eq(sweepMoves.instanceId, instanceId),
    inArray(status, ['final', 'lost']),
  )

  return {
    /** Runs a transaction under the leader's term. */
    write<T>(term: Term, work: (tx: Transaction) => Promise<T>): Promise<T> {
      return writeUnder(term, db, work)
    },

    /** Lists unfinished moves: signed ones by nonce, then planned ones in order. */
    open(): Promise<OpenMove[]> {
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
            inArray(status, ['planned', 'sent', 'mined']),
          ),
        )
        .orderBy(sql`${nonce} NULLS LAST`, asc(id))
        .limit(MOVES_PER_TICK)
    },

    /** Lists a move's attempts, newest first. */
    attemptsOf(moveId: number): Promise<MoveAttempt[]> {
      return db
        .select()
        .from(sweepAttempts)
        .where(eq(sweepAttempts.moveId, moveId))
        .orderBy(desc(sweepAttempts.signedAt))
    },

    async addAttempt(
      tx: Transaction,
      attempt: Omit<MoveAttempt, 'signedAt'>,
    ): Promise<void> {
      await tx.insert(sweepAttempts).values(attempt)
    },

    /** @throws if the move's status or nonce differ from those read. */
    async change(
      tx: Transaction,
      seen: Pick<MoveRow, 'id' | 'status' | 'nonce'>,
      change: MoveChange,
    ): Promise<void> {
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
      assert(rowCount === 1, 'a move only changes under one leader')
    },

    /** Lists blocks of settled moves, newest first. */
    async settledBlocks(limit: number): Promise<NotedBlock[]> {
      const rows = await db
        .selectDistinct({ blockNumber, blockHash })
        .from(sweepMoves)
        .where(and(isSettled, isNotNull(blockNumber)))
        .orderBy(desc(blockNumber))
        .limit(limit)
      return rows.map((row) => {
        assert(row.blockNumber !== null, 'a settled move has a block')
        assert(row.blockHash !== null, 'a settled move has a block')
        return { blockNumber: row.blockNumber, blockHash: row.blockHash }
      })
    },

    /** Sets the moves of a reorged block back to sent. */
    async reopen(tx: Transaction, hash: Hash): Promise<void> {
      await tx
        .update(sweepMoves)
        .set({ ...NOT_MINED, changedAt: sql`now()` })
        .where(and(isSettled, eq(blockHash, hash)))
    },

    /** Finishes a sweep without unfinished moves. @returns true if it did. */
    async finish(tx: Transaction, sweepId: number): Promise<boolean> {
      const { rowCount } = await tx.execute(
        sql`UPDATE sweeps SET done_at = now()
            WHERE id = ${sweepId} AND done_at IS NULL
              AND NOT EXISTS (SELECT FROM sweep_moves AS move
                WHERE move.sweep_id = sweeps.id
                  AND move.status IN ('planned', 'sent', 'mined'))`,
      )
      return rowCount === 1
    },
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
