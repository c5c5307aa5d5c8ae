import {
  countOpenDay,
  OPEN_DAY,
  replayOpenDay,
} from '../../api/src/betting/rounds/open-day-replay.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { type Measure, none } from '../cli/measures.ts'
import { commandFairness } from '../lib/command-fairness.ts'

/** The line of the report, and descriptions of differing rounds. */
type OpenDayReplay = { measure: Measure; texts: string[] }

/**
 * Replays the rounds of the open day. Their seeds need the master keys; without
 * them it fails if there are any rounds.
 */
export async function openDayReplay(
  db: Database,
  env: NodeJS.ProcessEnv,
): Promise<OpenDayReplay> {
  const fairness = commandFairness(db, env)
  if (!fairness) return notReplayed(await countOpenDay(db))
  const { name, rows, violations } = await replayOpenDay(db, fairness)
  const texts = rows.map((row) => `${name}: ${row}`)
  return { measure: none(name, violations, 'violations'), texts }
}

function notReplayed(count: number): OpenDayReplay {
  console.error(
    'MASTER_KEYS is not set: the rounds of the open day are not replayed.',
  )
  return { measure: none(OPEN_DAY, count, 'rounds not replayed'), texts: [] }
}
