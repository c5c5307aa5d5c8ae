import { afterAll, expect, test } from 'vitest'
import { configOf } from './config.ts'
import { makeLogger } from './platform/logger.ts'
import { openPlatform } from './platform/platform.ts'
import { openServices } from './services.ts'
import { TEST_SECRETS } from './testing/test-api.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { url, pool, drop } = await createTestDatabase()
const config = configOf({ DATABASE_URL: url, ...TEST_SECRETS })
const platform = await openPlatform({ ...config, log: makeLogger('silent') })

afterAll(async () => {
  await platform.close()
  await drop()
})

async function houseCoins(): Promise<number> {
  const { rows } = await pool.query<{ house: string }>(
    'SELECT sum(house_balance) AS house FROM global_stats',
  )
  return Number(rows[0]?.house)
}

test('jobs run when they are started, and not for who only opens the services', async () => {
  await pool.query('UPDATE global_stats SET house_balance = 0')
  const opened = await openServices(platform, config)
  // Would end the first run of each job, which fills the house up.
  await opened.close()
  expect(await houseCoins()).toBe(0)

  const started = await openServices(platform, config)
  started.startJobs()
  await started.close()
  expect(await houseCoins()).toBe(110_000)
})
