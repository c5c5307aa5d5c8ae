import { masterKeys } from '../../api/src/config.ts'
import { fairnessOver } from '../../api/src/features/fairness/fairness.feature.ts'
import {
  countOpenDay,
  OPEN_DAY,
  replayOpenDay,
} from '../../api/src/features/rounds/open-day-replay.service.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { launchConfigOf } from '../lib/launch-config.ts'
import { LaunchError } from '../lib/launch-error.ts'
import { type Measure, none } from '../lib/measures.ts'
import { keptSecrets } from '../lib/secrets.ts'

/** The line of the report, and in words what is wrong. */
type OpenDayReplay = { measure: Measure; texts: string[] }

/**
 * Replays the rounds of the open day. Without the master keys nobody has their
 * seeds: then it says so, and fails where there are any.
 */
export async function openDayReplay(
  db: Database,
  env: NodeJS.ProcessEnv,
): Promise<OpenDayReplay> {
  const { dataDir } = launchConfigOf(process.env)
  const keys = env.MASTER_KEYS ?? keptSecrets(dataDir)?.MASTER_KEYS
  if (keys === undefined) return notReplayed(await countOpenDay(db))
  const { name, rows, violations } = await replayOpenDay(
    db,
    fairnessOver(db, {
      box: sealedBox(keysOf(keys), systemEntropy),
      clock: systemClock,
      entropy: systemEntropy,
      hashes: nativeHashes,
    }),
  )
  const texts = rows.map((row) => `${name}: ${row}`)
  return { measure: none(name, violations, 'violations'), texts }
}

function notReplayed(count: number): OpenDayReplay {
  console.error(
    'MASTER_KEYS is not set: the rounds of the open day are not replayed.',
  )
  return { measure: none(OPEN_DAY, count, 'rounds not replayed'), texts: [] }
}

function keysOf(text: string): ReadonlyMap<number, Uint8Array> {
  const parsed = masterKeys.safeParse(text)
  if (parsed.success) return parsed.data
  throw new LaunchError(`MASTER_KEYS ${parsed.error.issues[0]?.message}.`)
}
