import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { configOf } from './config.ts'
import { openFeatures } from './features.ts'
import { makeLogger } from './platform/logger.ts'
import { openPlatform } from './platform/platform.ts'
import { startApi } from './start-api.ts'

const { url, pool, close } = await createTestDatabase()
const config = configOf({ DATABASE_URL: url, PORT: '0', ...TEST_SECRETS })
const log = makeLogger('silent')

afterAll(close)

async function houseCoins(): Promise<number> {
  const { rows } = await pool.query<{ house: string }>(
    'SELECT sum(house_balance) AS house FROM global_stats',
  )
  return Number(rows[0]?.house)
}

test('jobs run in a process that serves, and not for who only opens the features', async () => {
  const platform = await openPlatform({ ...config, log })
  await pool.query('UPDATE global_stats SET house_balance = 0')
  const { rounds } = await openFeatures(platform, config)
  await rounds.drain()
  await platform.close()
  expect(await houseCoins()).toBe(0)

  // Stopping ends the first run of each job, which fills the house up.
  const api = await startApi(await openPlatform({ ...config, log }), config)
  await api.stop()
  expect(await houseCoins()).toBe(110_000)
})
