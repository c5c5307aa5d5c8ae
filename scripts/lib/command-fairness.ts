import type { FairnessService } from '../../api/src/betting/fairness/fairness.service.ts'
import { openFairness } from '../../api/src/betting/fairness/fairness.ts'
import { masterKeys } from '../../api/src/config.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { launchConfigOf } from '../product/launch-config.ts'
import { storedSecrets } from '../product/secrets.ts'

/**
 * Opens the fairness service for a command; undefined without master keys.
 *
 * @throws LaunchError if MASTER_KEYS can't be parsed.
 */
export function commandFairness(
  db: Database,
  env: NodeJS.ProcessEnv,
): FairnessService | undefined {
  const { dataDir } = launchConfigOf(process.env)
  const keys = env.MASTER_KEYS ?? storedSecrets(dataDir)?.MASTER_KEYS
  if (keys === undefined) return undefined
  return openFairness({
    db,
    betDb: db,
    box: sealedBox(keysOf(keys), systemEntropy),
    clock: systemClock,
    entropy: systemEntropy,
    hashes: nativeHashes,
  }).service
}

function keysOf(text: string): ReadonlyMap<number, Uint8Array> {
  const parsed = masterKeys.safeParse(text)
  if (parsed.success) return parsed.data
  throw new LaunchError(`MASTER_KEYS ${parsed.error.issues[0]?.message}.`)
}
