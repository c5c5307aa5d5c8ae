import { sql } from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { type AssetSymbol, byAsset, NATIVE } from '#core/deposits/asset.ts'
import type { Database } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'

/** Native coins that the house sent to a wallet. */
export type HousePayment = {
  /** All attempts, of which one was mined. */
  hashes: readonly Hash[]
  wei: bigint
}

/** Moves of a wallet up to a block. */
export type WalletMoves = {
  /** Sent by the wallet; native coins include all its fees. */
  sentWei: Readonly<Record<AssetSymbol, bigint>>
  /** Gas that the house sent to it. */
  houseIn: readonly HousePayment[]
  /** True while a payment by the house may be included but isn't recorded. */
  hasOpenPayment: boolean
  /** The wallet's nonce, if all its transactions are recorded. */
  transactionCount: number
}

type Row = {
  wallet: Address
  fees: string
  sent: Partial<Record<AssetSymbol, string>>
  house_in: { wei: string; hashes: Hash[] }[]
  has_open_payment: boolean
  transaction_count: string
}

/** @param wallets in lower case; each has an entry in the result. */
export async function walletMovesThrough(
  db: Database,
  through: { instanceId: number; blockNumber: bigint },
  wallets: readonly Address[],
): Promise<Map<Address, WalletMoves>> {
  const { instanceId, blockNumber } = through
  const { rows } = await db.execute<Row>(sql`
    SELECT asked.wallet, gas.house_in, moved.*, EXISTS (
      SELECT FROM outbox_transactions
      WHERE instance_id = ${instanceId} AND "to" = asked.wallet AND value > 0
        AND (status = 'sent' OR status = 'mined' AND block_number > ${blockNumber})
    ) AS has_open_payment
    FROM unnest(${plainArray(wallets)}::text[]) AS asked (wallet),
    LATERAL (
      SELECT coalesce(sum(moves), 0) AS transaction_count,
        coalesce(sum(fees), 0) AS fees,
        coalesce(json_object_agg(asset, amount), '{}') AS sent
      FROM (
        SELECT asset, count(*) AS moves, sum(fee) AS fees,
          coalesce(sum(amount) FILTER (WHERE has_succeeded), 0)::text AS amount
        FROM sweep_moves
        WHERE instance_id = ${instanceId} AND wallet = asked.wallet
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
      WHERE instance_id = ${instanceId} AND "to" = asked.wallet
        AND value > 0 AND status IN ('mined', 'final')
        AND block_number <= ${blockNumber}
    ) AS gas`)
  return new Map(rows.map((row) => [row.wallet, movesOf(row)]))
}

function movesOf(row: Row): WalletMoves {
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
