import { afterAll, expect, test } from 'vitest'
import {
  createPool,
  createTestDatabase,
  runOn,
} from '#testing/database/test-database.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import { runScript } from '#testing/process/run-script.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { databaseChecks } from './doctor/database-checks.ts'

const database = await createTestDatabase()
/** Characters with a meaning in URLs and SQL. */
const PASSWORD = "a'b@c/d"
const api = urlOf('casino_api')
const indexer = urlOf('casino_indexer')
// Tables of an indexer before the roles were separated.
await runOn(
  database.url,
  'CREATE SCHEMA ponder_sync; CREATE TABLE ponder_sync.blocks (number int)',
)
for (const _ of ['first run', 'repeated']) {
  await migrate({ API_DATABASE_URL: api, INDEXER_DATABASE_URL: indexer })
}
const server = await openTestServer({}, { ...database, url: api })
const pool = createPool(api)
const indexerPool = createPool(indexer)
afterAll(() => Promise.all([pool.end(), indexerPool.end()]))

function urlOf(username: string): string {
  return Object.assign(new URL(database.url), { username, password: PASSWORD })
    .href
}

async function migrate(env: Record<string, string>): Promise<void> {
  const owner = { DATABASE_URL: database.url }
  const { code, stderr } = await runScript('migrate.ts', [], {
    ...owner,
    ...env,
  })
  expect(stderr).toBe('')
  expect(code).toBe(0)
}

test('the API starts, registers and takes bets in a role without tables', async () => {
  const { client, ...player } = await server.newPlayer()
  await flipCoin(client)
  await playHiLo({ client, ...player }, 'start', { betAmount: 10 })
  expect((await client.post('/api/logout')).status).toBe(204)
  const findings = await databaseChecks(pool, { url: api, isOwn: false })
  const ofRoles = findings.find(({ check }) => check === 'roles')
  expect(ofRoles).toMatchObject({
    mark: 'ok',
    text: '"casino_api" owns no table',
  })
})

test.each([
  'ALTER TABLE transactions DISABLE TRIGGER append_only',
  'ALTER TABLE users DROP CONSTRAINT users_balance_range',
  'DROP TRIGGER append_only ON transactions',
  'DROP TABLE session',
  'TRUNCATE login_failures',
  'CREATE TABLE public.mine (id int)',
  `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  'SET session_replication_role = replica',
  'DELETE FROM drizzle.__drizzle_migrations',
  'ALTER ROLE casino_api SUPERUSER',
  'GRANT postgres TO casino_api',
])('the API is refused %s', async (statement) => {
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('the API reads tables of later migrations, and writes no ledger row twice', async () => {
  await runOn(
    database.url,
    'CREATE TABLE later (id int); INSERT INTO later VALUES (1)',
  )
  expect((await pool.query('UPDATE later SET id = 2')).rowCount).toBe(1)
  await expect(pool.query('DELETE FROM transactions')).rejects.toThrow(
    'append-only',
  )
})

test.each(['indexer_31337_1a2b3c4d_5e6f7a8b', 'ponder_sync'])(
  'the indexer writes %s, and the API only reads it',
  async (schema) => {
    await indexerPool.query(
      `DROP SCHEMA IF EXISTS ${schema} CASCADE;
      CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.blocks (number int);
      CREATE VIEW ${schema}.heads AS SELECT * FROM ${schema}.blocks;
      INSERT INTO ${schema}.blocks VALUES (1)`,
    )
    const read = await pool.query(`SELECT * FROM ${schema}.heads`)
    expect(read.rows).toEqual([{ number: 1 }])
    await expect(
      pool.query(`DELETE FROM ${schema}.blocks`),
    ).rejects.toMatchObject({ code: '42501' })
    await indexerPool.query(`DROP SCHEMA ${schema} CASCADE`)
  },
)

test.each([
  'SELECT FROM users',
  'SELECT FROM wallet_keys',
  'INSERT INTO crypto_deposits DEFAULT VALUES',
  'SELECT FROM drizzle.__drizzle_migrations',
  'CREATE TABLE public.mine (id int)',
  'GRANT casino_api TO casino_indexer',
])('the indexer is refused %s', async (statement) => {
  await expect(indexerPool.query(statement)).rejects.toMatchObject({
    code: '42501',
  })
})

test('refuses a URL that names another role', async () => {
  const env = { DATABASE_URL: database.url, API_DATABASE_URL: indexer }
  const { code, stderr } = await runScript('migrate.ts', [], env)
  expect(stderr).toContain('The user in API_DATABASE_URL must be casino_api.')
  expect(code).toBe(1)
})
