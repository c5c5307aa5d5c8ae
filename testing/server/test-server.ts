import type pg from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import { auditLedger } from '../../api/src/ledger/ledger-audit.service.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import { type ApiOptions, startTestApi, type TestApi } from './test-api.ts'

export type TestServer = TestApi & {
  databaseUrl: string
  pool: pg.Pool
  newPlayer(username?: string): Promise<TestPlayer>
  newPlayers(count: number): Promise<TestPlayer[]>
  /** One more API on the same database. */
  startApi(options?: ApiOptions): Promise<TestApi>
}

/** Opens an API over its own database, and audits its ledger after each test. */
export async function openTestServer(
  options: ApiOptions = {},
  database?: TestDatabase,
): Promise<TestServer> {
  const { audit, closeAll, server } = await startTestServer(options, database)
  afterEach(audit)
  afterAll(closeAll)
  return server
}

/** Opens the same for one test, which audits and closes it. */
export async function startTestServer(
  options: ApiOptions = {},
  database?: TestDatabase,
) {
  const { url, pool, close } = database ?? (await createTestDatabase())
  const apis: TestApi[] = []

  async function startApi(more: ApiOptions = {}): Promise<TestApi> {
    const api = await startTestApi(url, more)
    apis.push(api)
    return api
  }

  async function audit(): Promise<void> {
    const findings = await auditLedger(openDatabase(pool))
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  }

  async function closeAll(): Promise<void> {
    for (const api of apis) await api.close()
    await close()
  }

  const api = await startApi(options)
  const server: TestServer = {
    ...api,
    databaseUrl: url,
    pool,
    newPlayer: (username) => newPlayer(api.origin, username),
    newPlayers: (count) =>
      Promise.all(Array.from({ length: count }, () => newPlayer(api.origin))),
    startApi,
  }
  return { audit, closeAll, server }
}
