import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { user } from '#core/schemas/user.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { TRUST_PROXY_HOPS: '1' } })

// A busy machine could take longer for a login than a wait lasts.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

let visitors = 0

/** Each call comes from an address of its own unless one is given. */
function login(
  username: string,
  password: string,
  address?: string,
): Promise<Answer> {
  visitors += 1
  const from = address ?? `10.${visitors >> 8}.${visitors & 255}.1`
  return new TestClient(server.origin).post(
    '/api/login',
    { username, password },
    { 'X-Forwarded-For': from },
  )
}

function expectWait({ status, headers }: Answer, seconds: number): void {
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe(String(seconds))
}

test('a player signs in with name and password', async () => {
  const { id } = await server.newPlayer('Carol')
  const answer = await login('Carol', PASSWORD)
  expect(answer.status).toBe(200)
  expect(user.parse(answer.body)).toMatchObject({ id, username: 'Carol' })
})

test.each(['dAvE', 'DAVE', 'ｄａｖｅ'])(
  'Dave may write himself %s',
  async (name) => {
    const known = await login('Dave', PASSWORD)
    if (known.status !== 200) await server.newPlayer('Dave')
    const answer = await login(name, PASSWORD)
    expect(answer.status).toBe(200)
    expect(user.parse(answer.body).username).toBe('Dave')
  },
)

test('a wrong password and an unknown name get the same answer', async () => {
  await server.newPlayer('Erin')
  const [wrong, unknown] = [
    await login('Erin', 'guess'),
    await login('Nobody', 'guess'),
  ]
  for (const { status, body } of [wrong, unknown]) {
    expect(status).toBe(401)
    expect(body).toEqual({
      code: 'wrong_credentials',
      message: 'Username and password do not match.',
      requestId: expect.any(String),
    })
  }
})

test.each([
  ['half of a surrogate pair', '\ud83d'],
  ['nothing', ''],
  ['ten thousand letters', 'n'.repeat(10_000)],
])('a name of %s is a wrong one', async (_what, name) => {
  const answer = await login(name, PASSWORD)
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ code: 'wrong_credentials' })
})

test('a name with NUL in it is refused by name', async () => {
  const answer = await login('a\0b', PASSWORD)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ issues: [{ path: ['username'] }] })
})

test('a name in the URL is nobody’s', async () => {
  await server.newPlayer('Wendy')
  for (const name of ['Wendy', 'a%00b']) {
    const { status, body } = await new TestClient(server.origin).post(
      `/api/login?username=${name}&password=${encodeURIComponent(PASSWORD)}`,
      { username: '', password: PASSWORD },
    )
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials' },
    })
  }
})

test('bodies that are no login are limited, and logins are not', async () => {
  await server.newPlayer('Lena')
  const from = { 'X-Forwarded-For': '203.0.113.21' }
  const send = (body: object) =>
    new TestClient(server.origin).post('/api/login', body, from)
  const malformed = Array.from({ length: 300 }, () => send({}))
  for (const { status } of await Promise.all(malformed)) {
    expect(status).toBe(400)
  }
  expect((await send({})).body).toMatchObject({ code: 'too_many_requests' })
  const right = { username: 'Lena', password: PASSWORD }
  expect((await send(right)).status).toBe(200)
})

test('five failures cost nothing, and each one more doubles the wait', async () => {
  await server.newPlayer('Frank')
  const from = '203.0.113.1'
  for (let failure = 1; failure <= 5; failure += 1) {
    expect((await login('Frank', 'guess', from)).status).toBe(401)
  }
  for (const waitSeconds of [2, 4, 8, 16, 32, 60, 60]) {
    expect((await login('Frank', 'guess', from)).status).toBe(401)
    const refused = await login('fRANK', PASSWORD, from)
    expectWait(refused, waitSeconds)
    expect(refused.body).toMatchObject({ code: 'too_many_requests' })
    vi.advanceTimersByTime(waitSeconds * 1_000)
  }
  expect((await login('Frank', PASSWORD, from)).status).toBe(200)
})

test('a success forgives what failed before', async () => {
  await server.newPlayer('Grace')
  const from = '203.0.113.2'
  for (let failure = 1; failure <= 5; failure += 1) {
    await login('Grace', 'guess', from)
  }
  expect((await login('Grace', PASSWORD, from)).status).toBe(200)
  for (let failure = 1; failure <= 5; failure += 1) {
    expect((await login('Grace', 'guess', from)).status).toBe(401)
  }
  expect((await login('Grace', PASSWORD, from)).status).toBe(200)
})

test('guesses sent at once are not more guesses', async () => {
  await server.newPlayer('Heidi')
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => login('Heidi', 'guess', '203.0.113.3')),
  )
  const tried = answers.filter(({ status }) => status === 401)
  expect(tried.length).toBeLessThanOrEqual(6)
})

test('a name that nobody has slows down the same way', async () => {
  const from = '203.0.113.4'
  for (let failure = 1; failure <= 6; failure += 1) {
    expect((await login('Ghost', 'guess', from)).status).toBe(401)
  }
  expectWait(await login('Ghost', 'guess', from), 2)
})

test('another spelling of a name is no further guess', async () => {
  await server.newPlayer('mini')
  const from = '203.0.113.5'
  for (const name of ['mini', 'mİni', 'minİ', 'mİnİ', 'MINI', 'ｍini']) {
    expect((await login(name, 'guess', from)).status).toBe(401)
  }
  expectWait(await login('Mİni', PASSWORD, from), 2)
})

test('addresses of one IPv6 network count as one', async () => {
  await server.newPlayer('Ken')
  for (let host = 1; host <= 6; host += 1) {
    const { status } = await login('Ken', 'guess', `2001:db8:7::${host}`)
    expect(status).toBe(401)
  }
  expectWait(await login('Ken', PASSWORD, '2001:db8:7::ffff'), 2)
  expect((await login('Ken', PASSWORD, '2001:db8:8::1')).status).toBe(200)
})

test('strangers who guess from all over wait, and the owner at home does not', async () => {
  await server.newPlayer('Olga')
  const home = '203.0.113.6'
  expect((await login('Olga', PASSWORD, home)).status).toBe(200)
  for (let failure = 1; failure <= 51; failure += 1) {
    expect((await login('Olga', 'guess')).status).toBe(401)
  }
  expectWait(await login('Olga', PASSWORD), 2)
  for (let time = 1; time <= 3; time += 1) {
    expect((await login('Olga', PASSWORD, home)).status).toBe(200)
  }
  expectWait(await login('Olga', 'guess'), 2)
})

test('a player is at home where they registered', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.9' }
  const newcomer = { username: 'Peggy', password: PASSWORD }
  const visitor = new TestClient(server.origin)
  await visitor.post('/api/register', newcomer, from)
  for (let failure = 1; failure <= 51; failure += 1) {
    await login('Peggy', 'guess')
  }
  expectWait(await login('Peggy', PASSWORD), 2)
  expect((await visitor.post('/api/login', newcomer, from)).status).toBe(200)
})

test('an address that fails with many names waits, and others do not', async () => {
  await server.newPlayer('Ivan')
  const address = '203.0.113.7'
  for (let failure = 1; failure <= 21; failure += 1) {
    const { status } = await login(`victim ${failure}`, 'guess', address)
    expect(status).toBe(401)
  }
  expectWait(await login('Ivan', PASSWORD, address), 2)
  expect((await login('Ivan', PASSWORD)).status).toBe(200)
})

test('signing in often does not count against an address', async () => {
  await server.newPlayer('Kim')
  const address = '203.0.113.8'
  for (let time = 1; time <= 25; time += 1) {
    expect((await login('Kim', PASSWORD, address)).status).toBe(200)
  }
  for (const name of ['Kin', 'Kom', 'Kam']) {
    expect((await login(name, PASSWORD, address)).status).toBe(401)
  }
})

test('failures count in all APIs of the house', async () => {
  const other = await server.startApi({ env: { TRUST_PROXY_HOPS: '1' } })
  await server.newPlayer('Judy')
  const from = '203.0.113.10'
  for (let failure = 1; failure <= 6; failure += 1) {
    await login('Judy', 'guess', from)
  }
  const elsewhere = await new TestClient(other.origin).post(
    '/api/login',
    { username: 'Judy', password: PASSWORD },
    { 'X-Forwarded-For': from },
  )
  expectWait(elsewhere, 2)
})
