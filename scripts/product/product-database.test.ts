import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { createSupervisor } from '../process/supervisor.ts'
import { openDataDirectory } from './data-directory.ts'
import { lockData } from './data-lock.ts'
import { runningProduct, withProductDatabase } from './product-database.ts'
import { loadSecrets } from './secrets.ts'

let dataDir: string

beforeEach(() => {
  dataDir = testFolder()
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('ENV_FILE', '/dev/null')
  vi.stubEnv('DATABASE_URL', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

async function makeDatabase(): Promise<void> {
  openDataDirectory(dataDir)
  const directory = join(dataDir, 'postgres')
  const password = loadSecrets(dataDir).DATABASE_PASSWORD
  const supervisor = createSupervisor({ logDir: join(dataDir, 'logs') })
  const cluster = { directory, password }
  await startEmbeddedPostgres(cluster, supervisor)
  await supervisor.stop()
}

async function query(url: string): Promise<unknown> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query('SELECT 1 AS one')).rows
  } finally {
    await client.end()
  }
}

test('a command starts the database for itself, and others wait until it ended', async () => {
  await makeDatabase()
  const url = await withProductDatabase(async ({ DATABASE_URL }) => {
    expect(await query(DATABASE_URL)).toEqual([{ one: 1 }])
    const refusal = /Another command \(process \d+\) works on .* Try again/
    expect(runningProduct).toThrow(refusal)
    await expect(withProductDatabase(async () => 1)).rejects.toThrow(refusal)
    await expect(lockData(dataDir)).rejects.toThrow(/Already running/)
    return DATABASE_URL
  })
  await expect(query(url)).rejects.toThrow(/ECONNREFUSED/)
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
})

test.each(['99', 'one'])('refuses data of format %s', async (format) => {
  openDataDirectory(dataDir)
  loadSecrets(dataDir)
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'format'), format)
  await expect(withProductDatabase(async () => 1)).rejects.toThrow(
    /has data format .*, and this program knows formats up to 1/,
  )
})

test('explains how to create a missing database', async () => {
  await expect(withProductDatabase(async () => 1)).rejects.toThrow(
    /There is no database in .* \(npm start\)/,
  )
})
