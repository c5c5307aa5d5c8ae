import { sql } from 'drizzle-orm'
import type { AuditFigures } from '#core/api/audit.ts'
import type { Database } from '../../platform/db/database.ts'

type Row = {
  players: string
  house: string
  jackpot: string
  grants: string
  chain: string
  assets: AuditFigures['deposits']['assets']
}

/** All accounts and all confirmed deposits, in one snapshot. */
export async function auditFiguresOf(
  db: Database,
  at: Date,
): Promise<AuditFigures> {
  const { rows } = await db.execute<Row>(FIGURES)
  const [row] = rows
  const accounts = {
    players: Number(row?.players),
    house: Number(row?.house),
    jackpot: Number(row?.jackpot),
    grants: Number(row?.grants),
    chain: Number(row?.chain),
  }
  const sum = Object.values(accounts).reduce((total, one) => total + one, 0)
  const assets = row?.assets ?? []
  return {
    at: at.toISOString(),
    accounts: { ...accounts, sum },
    deposits: {
      assets,
      confirmed: assets.reduce((total, { coins }) => total + coins, 0),
      // Not -chain, which would be -0 of an empty account.
      credited: 0 - accounts.chain,
    },
  }
}

/** One statement sees one moment. */
const FIGURES = sql`
  SELECT
    (SELECT coalesce(sum(balance), 0) FROM users) AS players,
    coalesce(sum(house_balance), 0) AS house,
    coalesce(sum(jackpot), 0) AS jackpot,
    coalesce(sum(grant_balance), 0) AS grants,
    coalesce(sum(chain_balance), 0) AS chain,
    (SELECT coalesce(json_agg(line ORDER BY line.asset), '[]') FROM (
      SELECT crypto_type AS asset, count(*) AS deposits,
        sum(amount)::text AS amount, sum(coins) AS coins
      FROM crypto_deposits WHERE status = 'confirmed' GROUP BY crypto_type
    ) AS line) AS assets
  FROM global_stats`
