import type { AuditFigures, ClosedDay } from '#core/api/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { AuditStore } from './audit.store.ts'
import { auditFiguresOf } from './audit-figures.ts'
import { publicDifferences } from './public-check.ts'
import { shownDay } from './shown-day.ts'

const DAYS_SHOWN = 30

/** What /audit shows, and what differs from what was published. */
export type ReproducedAudit = {
  figures: AuditFigures
  days: ClosedDay[]
  differences: string[]
}

/** What of the closed days, and of balances now, is not what was published. */
export function publicDifferencesOf(db: Database): Promise<string[]> {
  return publicDifferences({ db, hashes: nativeHashes })
}

/**
 * Makes what /audit shows from the database alone, with every log hashed and
 * every tree built again. @param kept days that somebody kept of the page.
 */
export async function reproducedAudit(
  { db, clock }: { db: Database; clock: Clock },
  kept: readonly ClosedDay[],
): Promise<ReproducedAudit> {
  const figures = await auditFiguresOf(db, clock())
  const days = await new AuditStore(db).days({ limit: DAYS_SHOWN })
  const deps = { db, hashes: nativeHashes }
  const differences = await publicDifferences(deps, kept)
  const { sum } = figures.accounts
  if (sum !== 0)
    differences.push(`now: all accounts together have ${sum} coins`)
  return { figures, days: days.map(shownDay), differences }
}
