import type { FairnessService } from '../../api/src/betting/fairness/fairness.service.ts'
import { createFairness } from '../../api/src/betting/fairness/fairness.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { commandSecrets } from './command-secrets.ts'

/** Opens the fairness service for a command; undefined without master keys. */
export function commandFairness(
  db: Database,
  env: NodeJS.ProcessEnv,
): FairnessService | undefined {
  const secrets = commandSecrets(env)
  return (
    secrets &&
    createFairness({
      ...secrets,
      db,
      betDb: db,
      clock: systemClock,
      hashes: nativeHashes,
    }).service
  )
}
