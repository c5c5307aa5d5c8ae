import { sql } from 'drizzle-orm'
import type { AuditFigures, ConfirmedDeposit } from '#core/api/audit.ts'
import { type Database, onlyRow } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/sql-values.ts'

const DEPOSITS_PER_PAGE = 100
/** Sorts after every id, so the first page begins with the newest. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Accounts = Omit<AuditFigures['accounts'], 'sum'>

/** Reads all accounts and confirmed deposits, in one statement and so one snapshot. */
export async function readFigures(
  db: Database,
  at: Date,
): Promise<AuditFigures> {
  const { rows } = await db.execute<{
    accounts: Accounts
    assets: AuditFigures['deposits']['assets']
  }>(sql`
    SELECT json_build_object(
      'players', (SELECT coalesce(sum(balance), 0) FROM users),
      'house', coalesce(sum(house_balance), 0),
      'jackpot', coalesce(sum(jackpot), 0),
      'grants', coalesce(sum(grant_balance), 0),
      'chain', coalesce(sum(chain_balance), 0)) AS accounts,
      (SELECT coalesce(json_agg(line ORDER BY line.asset), '[]') FROM (
        SELECT crypto_type AS asset, count(*) AS deposits,
          sum(amount)::text AS amount, sum(coins) AS coins
        FROM crypto_deposits WHERE status = 'confirmed' GROUP BY crypto_type
      ) AS line) AS assets
    FROM global_stats`)
  const { accounts, assets } = onlyRow(rows)
  const sum = Object.values(accounts).reduce((total, one) => total + one, 0)
  return {
    at: at.toISOString(),
    accounts: { ...accounts, sum },
    deposits: {
      assets,
      confirmed: assets.reduce((total, { coins }) => total + coins, 0),
      // Avoids -0 for an empty account.
      credited: 0 - accounts.chain,
    },
  }
}

/** Lists confirmed deposits, newest first, from the one before an id. */
export async function confirmedDeposits(
  db: Database,
  before = LAST_ID,
): Promise<ConfirmedDeposit[]> {
  const { rows } = await db.execute<{ deposit: ConfirmedDeposit }>(sql`
    SELECT json_build_object('id', deposit.id, 'chainId', chain_id,
      'genesisHash', genesis_hash, 'registry', registry, 'wallet', wallet, 'asset', crypto_type,
      'transaction', tx_hash, 'fromBlock', from_block, 'block', block_number,
      'amount', amount::text, 'coinsPerUnit', coins_per_unit, 'coins', coins,
      'confirmedAt', ${isoText('confirmed_at')}) AS deposit
    FROM crypto_deposits AS deposit
    JOIN chain_instances ON chain_instances.id = instance_id
    WHERE status = 'confirmed' AND deposit.id < ${before}::uuid
    ORDER BY deposit.id DESC LIMIT ${DEPOSITS_PER_PAGE}`)
  return rows.map(({ deposit }) => deposit)
}
