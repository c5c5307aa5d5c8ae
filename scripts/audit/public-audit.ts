import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { closedDays, publicAudit } from '#core/api/audit.ts'
import { reproducedAudit } from '../../api/src/ledger/audit/audit-check.service.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'

const SAVED = z.union([publicAudit, closedDays])

/**
 * Prints the page /audit, reproduced from the database alone, and differences
 * from published days. @param savedFile an earlier answer of /api/audit.
 */
export async function reproducePage(
  db: Database,
  savedFile: string | undefined,
): Promise<void> {
  const saved = savedFile === undefined ? [] : savedDays(savedFile)
  const page = await reproducedAudit({ db, clock: systemClock }, saved)
  console.log(JSON.stringify(page, undefined, 2))
  for (const text of page.differences) console.error(`FAIL  ${text}`)
  if (page.differences.length > 0) process.exitCode = 1
}

function savedDays(file: string) {
  const { data } = SAVED.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (data) return data.days
  throw new LaunchError(`${file} is not an answer of /api/audit.`)
}
