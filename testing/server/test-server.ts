import type pg from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import { auditLedger } from '../../api/src/features/ledger/ledger-audit.service.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { type ApiOptions, startTestApi, type TestApi } from './test-api.ts'

export type TestServer = TestApi & {
  databaseUrl: string
  /** For looking at what the product wrote. */
  pool: pg.Pool
  newPlayer(username?: string): Promise<TestPlayer>
  /** One more API on the same database. */
  startApi(options?: ApiOptions): Promise<TestApi>
}

/**
 * A database of its own, or the one given, with an API over it, for all tests
 * of a file. After each test the books are checked; after the last one all of
 * it goes away.
 */
export async function openTestServer(
  options: ApiOptions = {},
  database?: TestDatabase,
): Promise<TestServer> {
  const { url, pool, close } = database ?? (await createTestDatabase())
  const apis: TestApi[] = []

  async function startApi(more: ApiOptions = {}): Promise<TestApi> {
    const api = await startTestApi(url, more)
    apis.push(api)
    return api
  }

  afterEach(async () => {
    const findings = await auditLedger(databaseOn(pool))
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  })
  afterAll(async () => {
    for (const api of apis) await api.close()
    await close()
  })

  const api = await startApi(options)
  return {
    ...api,
    databaseUrl: url,
    pool,
    newPlayer: (username) => newPlayer(api.origin, username),
    startApi,
  }
}
