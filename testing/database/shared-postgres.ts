import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../api/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts'
import { createSupervisor } from '../../scripts/process/supervisor.ts'
import { databaseNamed, MIGRATED } from './test-database.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface ProvidedContext {
    /** A superuser's URL of the PostgreSQL of this test run. */
    databaseUrl: string
  }
}

/** Settings for a server that need not survive a crash. */
const UNSAFE = ['fsync', 'full_page_writes', 'synchronous_commit', 'jit']

/** Vitest's global setup: one real PostgreSQL for all tests of a project. */
export async function setup(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'casino-test-'))
  chmodSync(directory, 0o711)
  mkdirSync(join(directory, 'logs'))
  const supervisor = createSupervisor({ logDir: join(directory, 'logs') })
  const { url, server } = await startEmbeddedPostgres(
    {
      directory: join(directory, 'postgres'),
      password: randomBytes(16).toString('hex'),
    },
    supervisor,
  )
  // An interrupted test run skips the teardown; the server must not outlive it.
  const stopAtExit = () => process.kill(server.pid, 'SIGINT')
  process.once('exit', stopAtExit)
  await makeReady(url)
  project.provide('databaseUrl', url)
  return async () => {
    process.off('exit', stopAtExit)
    await supervisor.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Migrates the template that each test file's database is copied from. */
async function makeReady(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const setting of UNSAFE) {
      await client.query(`ALTER SYSTEM SET ${setting} = off`)
    }
    await client.query('SELECT pg_reload_conf()')
    await client.query(`CREATE DATABASE ${MIGRATED}`)
  } finally {
    await client.end()
  }
  await migrate(databaseNamed(url, MIGRATED))
}
