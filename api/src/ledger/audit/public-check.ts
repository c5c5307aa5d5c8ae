import { sql } from 'drizzle-orm'
import type { ClosedDay } from '#core/api/audit.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { AuditStore, type DayRow } from './audit.store.ts'
import { dayDifferences } from './day-check.ts'
import { DAY_VERSION } from './day-closer.ts'

type CheckDeps = { db: Database | Transaction; hashes: Hashes }

/**
 * What of the published days, and of balances now, is not what it was: each in
 * words that name the day, row or player.
 *
 * @param kept days that somebody kept of the page.
 */
export async function publicDifferences(
  deps: CheckDeps,
  kept: readonly ClosedDay[] = [],
): Promise<string[]> {
  const store = new AuditStore(deps.db)
  const texts: string[] = []
  const last = await store.last()
  let before: DayRow | undefined
  for (let number = 1; number <= (last?.number ?? 0); number += 1) {
    const day = await store.byNumber(number)
    if (!day) texts.push(`day ${number} is missing`)
    else if (day.version === DAY_VERSION)
      texts.push(...(await dayDifferences(deps, day, before)))
    before = day
  }
  texts.push(...(await keptDifferences(store, kept)))
  texts.push(...(await balanceDifferences(deps.db)))
  return texts
}

async function keptDifferences(
  store: AuditStore,
  kept: readonly ClosedDay[],
): Promise<string[]> {
  const texts: string[] = []
  for (const { number, digest, root } of kept) {
    const day = await store.byNumber(number)
    if (!day) texts.push(`day ${number} was published, and is missing`)
    else if (day.digest !== digest || day.root !== root) {
      texts.push(`day ${number} is not the one that was published`)
    }
  }
  return texts
}

type BalanceRow = { id: string; balance: string; owed: string }

/** Of players whose balance is not that of their last transaction, the first. */
async function balanceDifferences(
  db: Database | Transaction,
): Promise<string[]> {
  const { rows } = await db.execute<BalanceRow>(sql`
    SELECT users.id, balance, coalesce(balance_after, 0) AS owed
    FROM users LEFT JOIN LATERAL (
      SELECT seq, balance_after FROM transactions
      WHERE user_id = users.id ORDER BY seq DESC LIMIT 1
    ) AS last ON true
    WHERE balance <> coalesce(balance_after, 0) OR users.seq <> coalesce(last.seq, 0)
    ORDER BY users.id LIMIT 1`)
  return rows.map(
    ({ id, balance, owed }) =>
      `now: player ${id} has ${balance} coins, and ${owed} by their last transaction`,
  )
}
