import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../lib/embedded-postgres.ts'
import { createSupervisor } from '../lib/supervisor.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of a fresh PostgreSQL; make a database per file. */
    databaseUrl: string
  }
}

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
      database: 'casino',
    },
    supervisor,
  )
  // An interrupted test run skips the teardown; the server must not outlive it.
  const stopAtExit = () => process.kill(server.pid, 'SIGINT')
  process.once('exit', stopAtExit)
  project.provide('databaseUrl', url)
  return async () => {
    process.off('exit', stopAtExit)
    await supervisor.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
