import { expect, test } from 'vitest'
import { DAY_MS } from '#core/durations.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const WALLET = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const OTHER_WALLET = '1'.repeat(32)

const { clock, advance } = testClock(new Date('2026-03-01T12:00:00Z'))
const env = { TRUST_PROXY_HOPS: '1' }
const server = await openTestServer({ clock, env })
const second = await server.startApi({ clock, env })
const { service } = server.modules.referrals
const visitor = new TestClient(server.origin)

let codes = 0
function newCode(): string {
  codes += 1
  return `m8x2k4p1-${String(codes).padStart(6, '0')}`
}

function track(
  referralCode: string,
  { from = '198.51.100.1', at = visitor } = {},
) {
  const headers = { 'X-Forwarded-For': from }
  return at.post('/api/referral/track', { referralCode }, headers)
}

function bind(referralCode: string, walletAddress = WALLET) {
  const headers = { 'X-Forwarded-For': `203.0.113.${codes}` }
  const body = { walletAddress, referralCode }
  return visitor.post('/api/referral/wallet', body, headers)
}

async function readRow(referralCode: string) {
  const { rows } = await server.pool.query(
    'SELECT * FROM referrals WHERE referral_code = $1',
    [referralCode],
  )
  return rows[0]
}

test('starts a referral without clicks and counts them, also before its wallet is known', async () => {
  const code = newCode()
  expect((await bind(code)).status).toBe(204)
  expect(await readRow(code)).toMatchObject({
    referrer_address: WALLET,
    clicks: 0,
    created_at: clock(),
    last_click_at: null,
    metadata: null,
  })
  advance(60_000)
  expect((await track(code)).status).toBe(204)
  const clicked = { clicks: 1, last_click_at: clock() }
  expect(await readRow(code)).toMatchObject(clicked)
  const early = newCode()
  await track(early)
  await bind(early)
  const bound = { ...clicked, referrer_address: WALLET }
  expect(await readRow(early)).toMatchObject(bound)
})

test('counts a visitor once a day, in whichever process', async () => {
  const code = newCode()
  const elsewhere = new TestClient(second.origin)
  await Promise.all([track(code), track(code), track(code, { at: elsewhere })])
  expect(await readRow(code)).toMatchObject({ clicks: 1 })
  await track(code, { from: '198.51.100.2', at: elsewhere })
  expect(await readRow(code)).toMatchObject({ clicks: 2 })
  advance(DAY_MS)
  await track(code)
  expect(await readRow(code)).toMatchObject({ clicks: 3 })
})

test('binds a code to the first wallet only', async () => {
  const code = newCode()
  const both = [WALLET, OTHER_WALLET]
  const answers = await Promise.all(both.map((wallet) => bind(code, wallet)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 409])
  const [first = '', second] = statuses[0] === 204 ? both : both.toReversed()
  expect((await bind(code, first)).status).toBe(204)
  const refused = await bind(code, second)
  expect(refused.body).toMatchObject({ code: 'referral_taken' })
  expect(await readRow(code)).toMatchObject({ referrer_address: first })
})

test('stores no visitor address, and its hash for one day only', async () => {
  const from = '192.0.2.77'
  await track(newCode(), { from })
  const tables = ['referrals', 'referral_visits', 'referral_salts']
  for (const table of tables) {
    const { rows } = await server.pool.query(`SELECT t::text FROM ${table} t`)
    expect(JSON.stringify(rows)).not.toContain(from)
  }
  await service.forget()
  expect(await readCount('referral_visits')).toBeGreaterThan(0)
  advance(DAY_MS)
  await service.forget()
  expect(await readCount('referral_visits')).toBe(0)
  expect(await readCount('referral_salts')).toBe(0)
})

test('stores different hashes of a visitor for two links', async () => {
  const [one, other] = [newCode(), newCode()]
  await track(one)
  await track(other)
  const { rows } = await server.pool.query(
    "SELECT DISTINCT encode(visitor, 'hex') FROM referral_visits WHERE referral_code = ANY($1)",
    [[one, other]],
  )
  expect(rows).toHaveLength(2)
})

test('forgets a code without a wallet a week after its last click', async () => {
  const [unbound, bound] = [newCode(), newCode()]
  await track(unbound)
  await bind(bound)
  advance(7 * DAY_MS)
  await service.forget()
  expect(await readRow(unbound)).toBeDefined()
  advance(1)
  await service.forget()
  expect(await readRow(unbound)).toBeUndefined()
  expect(await readRow(bound)).toBeDefined()
})

async function readCount(table: string): Promise<number> {
  const { rows } = await server.pool.query<{ count: string }>(
    `SELECT count(*) FROM ${table}`,
  )
  return Number(rows[0]?.count)
}
