import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LaunchError } from '../cli/launch-error.ts'

const secretsFile = z.object({
  SESSION_SECRET: z.string(),
  MASTER_KEYS: z.string(),
  DATABASE_PASSWORD: z.string(),
})

export type Secrets = z.infer<typeof secretsFile>

/**
 * Returns the secrets of a data directory; creates them on first use.
 *
 * @throws LaunchError if they are missing beside existing data, whose sealed
 * seeds and wallets need the original master key
 */
export function loadSecrets(directory: string): Secrets {
  const stored = storedSecrets(directory)
  if (stored) return stored
  const file = secretsPath(directory)
  if (existsSync(join(directory, 'postgres'))) {
    throw new LaunchError(
      `${file} is missing, and the data beside it can't be read without it. Restore it from a backup, or set DATA_DIR to another folder to start over.`,
    )
  }
  const secrets = {
    SESSION_SECRET: randomHex(),
    MASTER_KEYS: `1:${randomHex()}`,
    DATABASE_PASSWORD: randomHex(),
  }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}

/** Returns the stored secrets, if any. */
export function storedSecrets(directory: string): Secrets | undefined {
  const file = secretsPath(directory)
  return existsSync(file) ? readSecrets(file) : undefined
}

function secretsPath(directory: string): string {
  return join(directory, 'secrets.json')
}

function readSecrets(file: string): Secrets {
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new LaunchError(
      `${file} is damaged. Restore it from a backup; the data can't be read without it.`,
    )
  }
}

function randomHex(): string {
  return randomBytes(32).toString('hex')
}
