import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { closedDays, publicAudit } from '#core/api/audit.ts'
import { reproducedAudit } from '../../api/src/ledger/audit/audit-check.service.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../lib/launch-error.ts'

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
  const page = await reproducedAudit({ db, clock: systemClock }, kept)
  console.log(JSON.stringify(page, undefined, 2))
  for (const text of page.differences) console.error(`FAIL  ${text}`)
  if (page.differences.length > 0) process.exitCode = 1
}

function keptDays(file: string) {
  const { data } = KEPT.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (data) return data.days
  throw new LaunchError(`${file} is no answer of /api/audit.`)
}
