import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, runOn } from '#testing/database/test-database.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { databaseChecks } from './doctor/database-checks.ts'

const PASSWORD = 'casino_api'
const ROLES = readFileSync(
  new URL('../deploy/roles.sql', import.meta.url),
  'utf8',
)
const database = await createTestDatabase()
await runOn(database.url, ROLES)
await runOn(database.url, ROLES)
await runOn(database.url, `ALTER ROLE casino_api PASSWORD '${PASSWORD}'`)
const { href: url } = Object.assign(new URL(database.url), {
  username: 'casino_api',
  password: PASSWORD,
})
const server = await openTestServer({}, { ...database, url })
const pool = new Pool({ connectionString: url, max: 2 })
afterAll(() => pool.end())

test('the API starts, registers and takes bets in a role without tables', async () => {
  const { client, ...player } = await server.newPlayer()
  await flipCoin(client)
  await playHiLo({ client, ...player }, 'start', { betAmount: 10 })
  expect((await client.post('/api/logout')).status).toBe(204)
  const findings = await databaseChecks(pool, { url, isOwn: false })
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
])('this role is refused %s', async (statement) => {
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('this role reads tables of later migrations, and writes no ledger row twice', async () => {
  await runOn(
    database.url,
    'CREATE TABLE later (id int); INSERT INTO later VALUES (1)',
  )
  expect((await pool.query('UPDATE later SET id = 2')).rowCount).toBe(1)
  await expect(pool.query('DELETE FROM transactions')).rejects.toThrow(
    'append-only',
  )
})
