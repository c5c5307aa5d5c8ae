import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  sql,
} from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { assert } from '#core/assert.ts'
import { type AssetSymbol, byAsset, NATIVE } from '#core/deposits/asset.ts'
import { inChunks } from '../../platform/batches.ts'
import type { NotedBlock } from '../../platform/chain/nodes/chain.ts'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { sweepAttempts, sweepMoves, sweeps } from './sweep.table.ts'

type SweepRow = typeof sweeps.$inferSelect
export type MoveRow = typeof sweepMoves.$inferSelect
export type PlannedMove = Pick<MoveRow, 'wallet' | 'asset' | 'amountWei'>

export type MoveAttempt = typeof sweepAttempts.$inferSelect
export type MoveChange = Partial<Omit<MoveRow, 'id' | 'changedAt'>>

/** An unfinished move, with the status of its gas payment. */
export type OpenMove = Awaited<ReturnType<SweepService['open']>>[number]

/** Native coins that the operator account sent to a wallet. */
export type HousePayment = {
  /** All attempts, of which one was mined. */
  hashes: readonly Hash[]
  wei: bigint
}

/** Moves of a wallet up to a block. */
export type WalletMoves = {
  /** Sent by the wallet; native coins include all its fees. */
  sentWei: Readonly<Record<AssetSymbol, bigint>>
  /** Gas that the operator account sent to it. */
  houseIn: readonly HousePayment[]
  /** True while such a payment may be included but isn't recorded. */
  hasOpenPayment: boolean
  /** The wallet's nonce, if all its transactions are recorded. */
  transactionCount: number
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

const ROWS_PER_INSERT = 1_000
/** Bounds the work of a tick, since a sweep can be of any size. */
const MOVES_PER_TICK = 1_000

export type SweepService = ReturnType<typeof createSweepService>

/** Creates the service of sweeps of a chain instance. The `Sweeper` runs them. */
export function createSweepService(db: Database, instanceId: number) {
  const { blockHash, blockNumber, nonce, status } = sweepMoves
  const isSettled = and(
    eq(sweepMoves.instanceId, instanceId),
    inArray(status, ['final', 'lost']),
  )

  const isUnfinished = inArray(status, ['planned', 'sent', 'mined'])
  const isCurrent = and(
    eq(sweeps.instanceId, instanceId),
    isNull(sweeps.doneAt),
  )

  return {
    /** Requests a sweep. @returns its id; undefined while another one runs. */
    async request(
      tx: Transaction,
      sweep: Pick<SweepRow, 'treasury' | 'requestedBy'>,
      moves: readonly PlannedMove[],
    ): Promise<number | undefined> {
      const [added] = await tx
        .insert(sweeps)
        .values({ ...sweep, instanceId })
        .onConflictDoNothing()
        .returning({ sweepId: sweeps.id })
      if (!added) return undefined
      const rows = moves.map((move) => ({ ...move, instanceId, ...added }))
      for (const batch of inChunks(rows, ROWS_PER_INSERT)) {
        await tx.insert(sweepMoves).values([...batch])
      }
      return added.sweepId
    },

    /** Lists sweeps with their progress, newest first. */
    list(query: { id?: number; before?: number | undefined; limit: number }) {
      const { before, id, limit } = query
      const isDone = sql`${status} IN ('final', 'skipped', 'lost')`
      const done = sql<number>`count(${sweepMoves.id}) FILTER (WHERE ${isDone})`
      return db
        .select({
          ...getTableColumns(sweeps),
          moves: count(sweepMoves.id),
          movesDone: done.mapWith(Number),
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
    },

    async current(): Promise<SweepRow | undefined> {
      const [row] = await db.select().from(sweeps).where(isCurrent)
      return row
    },

    /** Lists a sweep's moves in planned order. */
    listMoves: (sweepId: number) =>
      db
        .select()
        .from(sweepMoves)
        .where(eq(sweepMoves.sweepId, sweepId))
        .orderBy(asc(sweepMoves.id)),

    /** Lists unfinished moves: signed ones by nonce, then planned ones in order. */
    open() {
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
        .where(and(eq(sweepMoves.instanceId, instanceId), isUnfinished))
        .orderBy(sql`${nonce} NULLS LAST`, asc(sweepMoves.id))
        .limit(MOVES_PER_TICK)
    },

    /** Lists a move's attempts, newest first. */
    listAttempts: (moveId: number) =>
      db
        .select()
        .from(sweepAttempts)
        .where(eq(sweepAttempts.moveId, moveId))
        .orderBy(desc(sweepAttempts.signedAt)),

    addAttempt: (tx: Transaction, attempt: Omit<MoveAttempt, 'signedAt'>) =>
      tx.insert(sweepAttempts).values(attempt),

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
            eq(sweepMoves.id, seen.id),
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
      return rows.flatMap(({ blockHash, blockNumber }) =>
        blockHash && blockNumber !== null ? [{ blockHash, blockNumber }] : [],
      )
    },

    /** Sets the moves of a reorged block back to sent. */
    reopen: (tx: Transaction, hash: Hash) =>
      tx
        .update(sweepMoves)
        .set({ ...NOT_MINED, changedAt: sql`now()` })
        .where(and(isSettled, eq(blockHash, hash))),

    /** Finishes the current sweep unless it has unfinished moves. */
    async finish(tx: Transaction): Promise<SweepRow | undefined> {
      const unfinished = tx
        .select()
        .from(sweepMoves)
        .where(and(eq(sweepMoves.sweepId, sweeps.id), isUnfinished))
      const [row] = await tx
        .update(sweeps)
        .set({ doneAt: sql`now()` })
        .where(and(isCurrent, notExists(unfinished)))
        .returning()
      return row
    },

    /**
     * Sums the moves between wallets and house up to a block. If
     * `transactionCount` isn't the wallet's nonce there, a move is not recorded
     * yet, or someone else has used the wallet's key.
     *
     * @param wallets in lower case; each has an entry in the result.
     */
    async readMoves(
      blockNumber: bigint,
      wallets: readonly Address[],
    ): Promise<Map<Address, WalletMoves>> {
      const { rows } = await db.execute<MovesRow>(sql`
        SELECT requested.wallet, gas.house_in, moved.*, EXISTS (
          SELECT FROM outbox_transactions
          WHERE instance_id = ${instanceId} AND "to" = requested.wallet AND value > 0
            AND (status = 'sent' OR status = 'mined' AND block_number > ${blockNumber})
        ) AS has_open_payment
        FROM unnest(${plainArray(wallets)}::text[]) AS requested (wallet),
        LATERAL (
          SELECT coalesce(sum(moves), 0) AS transaction_count,
            coalesce(sum(fees), 0) AS fees,
            coalesce(json_object_agg(asset, amount), '{}') AS sent
          FROM (
            SELECT asset, count(*) AS moves, sum(fee) AS fees,
              coalesce(sum(amount) FILTER (WHERE has_succeeded), 0)::text AS amount
            FROM sweep_moves
            WHERE instance_id = ${instanceId} AND wallet = requested.wallet
              AND status IN ('mined', 'final')
              AND block_number <= ${blockNumber}
            GROUP BY asset
          ) AS of_asset
        ) AS moved,
        LATERAL (
          SELECT coalesce(json_agg(json_build_object('wei', value::text,
            'hashes', ARRAY(SELECT hash FROM outbox_attempts
              WHERE transaction_id = sent.id))), '[]') AS house_in
          FROM outbox_transactions AS sent
          WHERE instance_id = ${instanceId} AND "to" = requested.wallet
            AND value > 0 AND status IN ('mined', 'final')
            AND block_number <= ${blockNumber}
        ) AS gas`)
      return new Map(rows.map((row) => [row.wallet, toWalletMoves(row)]))
    },
  }
}

type MovesRow = {
  wallet: Address
  fees: string
  sent: Partial<Record<AssetSymbol, string>>
  house_in: { wei: string; hashes: Hash[] }[]
  has_open_payment: boolean
  transaction_count: string
}

function toWalletMoves(row: MovesRow): WalletMoves {
  return {
    sentWei: byAsset(
      ({ symbol }) =>
        BigInt(row.sent[symbol] ?? 0) +
        (symbol === NATIVE.symbol ? BigInt(row.fees) : 0n),
    ),
    houseIn: row.house_in.map(({ wei, hashes }) => ({
      wei: BigInt(wei),
      hashes,
    })),
    hasOpenPayment: row.has_open_payment,
    transactionCount: Number(row.transaction_count),
  }
}
