import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { closedDays, publicAudit } from '#core/schemas/audit.ts'
import { AuditStore } from '../../api/src/features/audit/audit.store.ts'
import { auditFiguresOf } from '../../api/src/features/audit/audit-figures.ts'
import { publicDifferences } from '../../api/src/features/audit/public-check.ts'
import { shownDay } from '../../api/src/features/audit/shown-day.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { LaunchError } from '../lib/launch-error.ts'

const DAYS_SHOWN = 30
const KEPT = z.union([publicAudit, closedDays])

/**
 * Prints what /audit shows, made from the database alone, and what differs
 * from what was published. @param keptFile an answer of /api/audit of before.
 */
export async function reproducePage(
  db: Database,
  keptFile: string | undefined,
): Promise<void> {
  const kept = keptFile === undefined ? [] : keptDays(keptFile)
  const figures = await auditFiguresOf(db, systemClock())
  const days = await new AuditStore(db).days({ limit: DAYS_SHOWN })
  const deps = { db, hashes: nativeHashes }
  const differences = await publicDifferences(deps, kept)
  if (figures.accounts.sum !== 0) {
    differences.push(
      `now: all accounts together have ${figures.accounts.sum} coins`,
    )
  }
  const page = { figures, days: days.map(shownDay), differences }
  console.log(JSON.stringify(page, undefined, 2))
  for (const text of differences) console.error(`FAIL  ${text}`)
  if (differences.length > 0) process.exitCode = 1
}

function keptDays(file: string) {
  const { data } = KEPT.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (data) return data.days
  throw new LaunchError(`${file} is no answer of /api/audit.`)
}
