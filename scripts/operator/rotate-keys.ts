import { createKeyRotation } from '../../api/src/operator/key-rotation.service.ts'
import type { Secrets } from '../../api/src/platform/platform.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { commandSecrets } from '../lib/command-secrets.ts'
import { by, type CommandServices } from './services.ts'
import { formatTable } from './table.ts'

type Reason = { reason?: string | undefined }

/** Lists what each version of the master key seals. */
export async function masterKeys({
  log,
  platform: { db },
}: CommandServices): Promise<string> {
  const { box } = requiredSecrets()
  const counts = await createKeyRotation({ db, log }).counts()
  const used = new Set(counts.map(({ version }) => version))
  const unused = box.versions.filter((version) => !used.has(version))
  const lines = unused.map((version) => `Version ${version} seals nothing.`)
  return [formatTable(counts), ...lines].join('\n')
}

/**
 * Seals everything again under the newest master key.
 *
 * @throws LaunchError while something is sealed under another key
 */
export async function rotateMasterKey(
  services: CommandServices,
  { reason }: Reason,
): Promise<string> {
  const { log, platform } = services
  const secrets = requiredSecrets()
  const { version, versions } = secrets.box
  const rotation = createKeyRotation({ ...platform, log })
  const before = await rotation.counts()
  const missing = before.find((one) => !versions.includes(one.version))
  if (missing) {
    throw new LaunchError(
      `MASTER_KEYS lacks version ${missing.version}, which seals ${missing.count} ${missing.secrets}.`,
    )
  }
  await rotation.rotateMasterKey(by(reason), secrets)
  const after = await rotation.counts()
  const table = formatTable(after)
  if (after.some((one) => one.version !== version)) {
    throw new LaunchError(
      `${table}\nAn API process still seals under an old key. Start all of them with version ${version}, and run this again.`,
    )
  }
  return `${table}\nEverything is sealed under version ${version}.`
}

export async function rotateReceiptKey(
  { log, platform: { db } }: CommandServices,
  { reason }: Reason,
): Promise<string> {
  const rotation = createKeyRotation({ db, log })
  const key = await rotation.rotateReceiptKey(by(reason), requiredSecrets())
  return `Receipts are signed by ${key} within seconds. Earlier keys stay published.`
}

function requiredSecrets(): Secrets {
  const secrets = commandSecrets(process.env)
  if (secrets) return secrets
  throw new LaunchError('MASTER_KEYS is not set.')
}
