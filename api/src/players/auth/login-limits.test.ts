import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Refusal } from '#core/refusals.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { type Claim, loginLimits } from './login-limits.ts'

const { pool, close } = await createTestDatabase()
const here = loginLimits(pool)
const there = loginLimits(pool)
const BOTH = [here, there]

afterAll(close)
beforeEach(async () => {
  await pool.query('DELETE FROM login_failures')
  // A wait that ran out during a test would let more guesses through.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

const claim = (name = 'victim', network = 'school'): Claim => ({
  name,
  network,
})

function readOutcome(login: Promise<unknown>): Promise<string> {
  return login.then(
    () => 'right',
    (error) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
}

const WRONG = new Refusal('wrong_credentials')

const guess = (of: Claim, limits = here) =>
  readOutcome(limits.tryPassword(of, () => Promise.reject(WRONG)))

const login = (of: Claim, limits = here) =>
  readOutcome(limits.tryPassword(of, async () => undefined))

const prove = (network: string, refusal?: Refusal) =>
  readOutcome(
    here.tryProof(network, async () => {
      if (refusal) throw refusal
    }),
  )

async function fail(times: number, of: (index: number) => Claim) {
  for (let index = 0; index < times; index += 1) {
    expect(await guess(of(index))).toBe('wrong_credentials')
  }
}

const anyName = (index: number) => claim(`victim ${index}`)
const anyNetwork = (index: number) => claim('victim', `network ${index}`)

async function expectWait(of: Claim, seconds: number): Promise<void> {
  const refused = here.tryPassword(of, async () => undefined)
  await expect(refused).rejects.toMatchObject({
    code: 'too_many_requests',
    params: { retryAfter: seconds },
  })
}

test('allows five guesses, and doubles the wait with each further one', async () => {
  await fail(5, () => claim())
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
    await fail(1, () => claim())
    await expectWait(claim(), seconds)
    vi.advanceTimersByTime(seconds * 1_000)
  }
  expect(await login(claim())).toBe('right')
})

test('forgives failures after a right password', async () => {
  for (let time = 0; time < 2; time += 1) {
    await fail(5, () => claim())
    expect(await login(claim())).toBe('right')
  }
})

test('delays a network that failed with many names, and no other', async () => {
  await fail(21, anyName)
  await expectWait(claim('pupil'), 2)
  expect(await prove('school')).toBe('too_many_requests')
  expect(await login(claim('pupil', 'home'))).toBe('right')
})

test('counts no right password against a network', async () => {
  for (let time = 0; time < 25; time += 1) {
    expect(await login(claim())).toBe('right')
  }
  await fail(3, anyName)
})

test('delays guesses from unknown networks, and not the owner at home', async () => {
  const home = claim('victim', 'home')
  await here.addKnownNetwork(home)
  await fail(51, anyNetwork)
  await expectWait(claim('victim', 'abroad'), 2)
  expect(await login(home)).toBe('right')
  expect(await guess(claim('victim', 'afar'))).toBe('too_many_requests')
})

test.each([
  new Refusal('siwe_expired'),
  new Refusal('siwe_malformed'),
  new Refusal('siwe_nonce_unknown'),
  new Refusal('siwe_not_yet_valid'),
  new Refusal('siwe_wrong_chain', { chainId: 97, signedFor: 1 }),
  new Refusal('siwe_wrong_domain', { origin: 'here', signedFor: 'there' }),
  new Refusal('siwe_wrong_signature', { address: '0x1' }),
])('checks 21 proofs of a network that fail with $code', async (refusal) => {
  const proofs = Array.from({ length: 30 }, () => prove('school', refusal))
  const outcomes = await Promise.all(proofs)
  const { code } = refusal
  expect(outcomes.filter((outcome) => outcome === code)).toHaveLength(21)
  expect(await prove('school')).toBe('too_many_requests')
  expect(await prove('market')).toBe('right')
})

test('does not count a valid proof whose action is refused', async () => {
  for (let time = 0; time < 22; time += 1) {
    expect(await prove('school', new Refusal('wallet_taken'))).toBe(
      'wallet_taken',
    )
  }
})

test('accepts concurrent right logins after the allowed failures', async () => {
  await fail(20, anyName)
  const logins = Array.from({ length: 50 }, (_, index) =>
    login(claim(`pupil ${index % 20}`), BOTH[index % 2]),
  )
  expect(new Set(await Promise.all(logins))).toEqual(new Set(['right']))
})

test.each([
  ['of one network into many accounts', 20, anyName],
  ['of one network into one account', 5, () => claim()],
  ['of many networks into one account', 50, anyNetwork],
])('checks few of 200 concurrent guesses %s', async (_what, free, of) => {
  const guesses = Array.from({ length: 200 }, (_, index) =>
    guess(of(index), BOTH[index % 2]),
  )
  const outcomes = await Promise.all(guesses)
  const checked = outcomes.filter((code) => code === 'wrong_credentials')
  const refused = outcomes.filter((code) => code === 'too_many_requests')
  // The last of each process that is checked begins the wait.
  expect(checked.length).toBeGreaterThan(free)
  expect(checked.length).toBeLessThanOrEqual(free + BOTH.length)
  expect(refused.length).toBe(200 - checked.length)
})

test('prepares no named statements, which PgBouncer can’t share', async () => {
  await here.addKnownNetwork(claim())
  await guess(claim())
  const connections = Array.from({ length: pool.totalCount }, () =>
    pool.connect(),
  )
  for (const connection of await Promise.all(connections)) {
    const { rows } = await connection.query('TABLE pg_prepared_statements')
    connection.release()
    expect(rows).toEqual([])
  }
})
