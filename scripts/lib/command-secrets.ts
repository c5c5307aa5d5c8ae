import { masterKeys } from '../../api/src/config.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import type { Secrets } from '../../api/src/platform/platform.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { toLaunchConfig } from '../product/launch-config.ts'
import { storedSecrets } from '../product/secrets.ts'

/**
 * Opens the master keys for a command; undefined without any.
 *
 * @throws LaunchError if MASTER_KEYS can't be parsed.
 */
export function commandSecrets(env: NodeJS.ProcessEnv): Secrets | undefined {
  const { dataDir } = toLaunchConfig(process.env)
  const text = env.MASTER_KEYS ?? storedSecrets(dataDir)?.MASTER_KEYS
  if (text === undefined) return undefined
  const { data: keys, error } = masterKeys.safeParse(text)
  if (!keys) throw new LaunchError(`MASTER_KEYS ${error?.issues[0]?.message}.`)
  return { box: sealedBox(keys, systemEntropy), entropy: systemEntropy }
}
