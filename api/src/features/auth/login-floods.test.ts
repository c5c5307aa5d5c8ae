import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SITE, TestWallet, verify } from '#testing/chain/test-wallet.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const env = { PUBLIC_URL: SITE.origin, TRUST_PROXY_HOPS: '1' }
const server = await openTestServer({ env })
const other = await server.startApi({ env })
const APIS = [server, other]

const NAMES = Array.from({ length: 20 }, (_, index) => `pupil ${index}`)

beforeAll(async () => {
  // A wait that ran out during a test would let more guesses through.
  vi.useFakeTimers({ toFake: ['Date'] })
  await Promise.all(NAMES.map((name) => server.newPlayer(name)))
})
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  await server.pool.query('DELETE FROM login_failures')
})

type Try = { username: string; password: string; address: string }

/**
 * Sends them at once, by turns to the two APIs. @returns how many got each
 * status.
 */
async function statusesOf(tries: Try[]): Promise<Record<number, number>> {
  const answers = tries.map(({ address, ...credentials }, index) => {
    const { origin } = APIS[index % APIS.length] ?? server
    const from = { 'X-Forwarded-For': address }
    return new TestClient(origin).post('/api/login', credentials, from)
  })
  return counted((await Promise.all(answers)).map(({ status }) => status))
}

function counted(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function tries(count: number, of: (index: number) => Try): Try[] {
  return Array.from({ length: count }, (_, index) => of(index))
}

const SCHOOL = '203.0.113.1'

const guess = (index: number): Try => ({
  username: `victim ${index}`,
  password: 'guess',
  address: SCHOOL,
})

const login = (index: number): Try => ({
  username: NAMES[index % NAMES.length] ?? '',
  password: PASSWORD,
  address: SCHOOL,
})

test('fifty right logins of one network at once, into twenty accounts, are all let in', async () => {
  expect(await statusesOf(tries(50, login))).toEqual({ 200: 50 })
})

test('they are also where no further failure is free', async () => {
  expect(await statusesOf(tries(20, guess))).toEqual({ 401: 20 })
  expect(await statusesOf(tries(50, login))).toEqual({ 200: 50 })
})

test('many right logins into one account at once are all let in', async () => {
  expect(await statusesOf(tries(30, () => login(0)))).toEqual({ 200: 30 })
})

/** The last one of each process that is checked begins the wait. */
const WITHOUT_WAIT = APIS.length

test('of 200 guesses of one network at once, into as many accounts, few are checked', async () => {
  const { 401: checked = 0, 429: refused } = await statusesOf(tries(200, guess))
  expect(checked).toBeGreaterThan(20)
  expect(checked).toBeLessThanOrEqual(20 + WITHOUT_WAIT)
  expect(refused).toBe(200 - checked)
})

test('of 200 guesses of one network at once, into one account, few are checked', async () => {
  const { 401: checked = 0, 429: refused } = await statusesOf(
    tries(200, () => guess(0)),
  )
  expect(checked).toBeGreaterThan(5)
  expect(checked).toBeLessThanOrEqual(5 + WITHOUT_WAIT)
  expect(refused).toBe(200 - checked)
})

test('of 200 guesses of as many networks at once, into one account, few are checked', async () => {
  const { 401: checked = 0, 429: refused } = await statusesOf(
    tries(200, (index) => ({ ...guess(0), address: `10.0.${index}.1` })),
  )
  expect(checked).toBeGreaterThan(50)
  expect(checked).toBeLessThanOrEqual(50 + WITHOUT_WAIT)
  expect(refused).toBe(200 - checked)
})

test('wrong proofs of wallets at once are bounded as well, and right ones are not', async () => {
  const browsers = Array.from({ length: 60 }, (_, index) => {
    const { origin } = APIS[index % APIS.length] ?? server
    return { client: new TestClient(origin), wallet: new TestWallet() }
  })
  async function send(change: { chainId?: number }, count: number) {
    const some = browsers.slice(0, count)
    const proofs = await Promise.all(
      some.map(async ({ client, wallet }) => {
        const proof = await wallet.prove(client, change)
        return () => verify(client, proof)
      }),
    )
    const answers = await Promise.all(proofs.map((prove) => prove()))
    return counted(answers.map(({ status }) => status))
  }
  expect(await send({ chainId: 1 }, 20)).toEqual({ 403: 20 })
  expect(await send({}, 60)).toEqual({ 200: 60 })
  const { 403: checked = 0, 429: refused } = await send({ chainId: 1 }, 60)
  expect(checked).toBeGreaterThan(0)
  expect(checked).toBeLessThanOrEqual(WITHOUT_WAIT)
  expect(refused).toBe(60 - checked)
})
