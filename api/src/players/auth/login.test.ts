import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { user } from '#core/api/account.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { TRUST_PROXY_HOPS: '1' } })
const { id } = await server.newPlayer('Dave')
await server.newPlayer('mini')

beforeEach(async () => {
  await server.pool.query('DELETE FROM login_failures')
  // A busy machine could take longer for a login than a wait lasts.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

function login(
  username: string,
  password: string,
  address = '203.0.113.1',
): Promise<Answer> {
  const from = { 'X-Forwarded-For': address }
  const body = { username, password }
  return new TestClient(server.origin).post('/api/login', body, from)
}

function expectWait({ status, headers, body }: Answer): void {
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('2')
  expect(body).toMatchObject({ code: 'too_many_requests' })
}

test.each(['Dave', 'dAvE', 'ｄａｖｅ'])('signs in as %s', async (name) => {
  const answer = await login(name, PASSWORD)
  expect(answer.status).toBe(200)
  expect(user.parse(answer.body)).toMatchObject({ id, username: 'Dave' })
})

test.each([
  ['a wrong password', 'Dave', 'guess'],
  ['an unknown name', 'Nobody', 'guess'],
  ['half of a surrogate pair', '\ud83d', PASSWORD],
  ['no name', '', PASSWORD],
  ['ten thousand letters', 'n'.repeat(10_000), PASSWORD],
])('gives the same answer to %s', async (_what, name, password) => {
  const { status, body } = await login(name, password)
  expect(status).toBe(401)
  expect(body).toEqual({
    code: 'wrong_credentials',
    refusal: 'wrong_credentials',
    message: 'Username and password do not match.',
    requestId: expect.any(String),
  })
})

test('ignores a username in the URL', async () => {
  for (const name of ['Dave', 'a%00b']) {
    const { status } = await new TestClient(server.origin).post(
      `/api/login?username=${name}&password=${encodeURIComponent(PASSWORD)}`,
      { username: '', password: PASSWORD },
    )
    expect(status).toBe(401)
  }
})

test.each([
  ['a name that is unknown', Array(6).fill('Ghost'), 'Ghost'],
  [
    'another spelling as the same name',
    ['mini', 'mİni', 'minİ', 'mİnİ', 'MINI', 'ｍini'],
    'Mİni',
  ],
])('slows down guesses of %s', async (_what, names, next) => {
  for (const name of names) expect((await login(name, 'x')).status).toBe(401)
  expectWait(await login(next, PASSWORD))
})

test('never delays a player on a network that they registered or signed in from', async () => {
  const player = { username: 'Olga', password: PASSWORD }
  const [home, office] = ['203.0.113.9', '203.0.113.10']
  await new TestClient(server.origin).post('/api/register', player, {
    'X-Forwarded-For': home,
  })
  expect((await login('Olga', PASSWORD, office)).status).toBe(200)
  for (let failure = 1; failure <= 51; failure += 1) {
    const { status } = await login('Olga', 'guess', `10.0.${failure}.1`)
    expect(status).toBe(401)
  }
  expectWait(await login('Olga', PASSWORD, '10.1.0.1'))
  for (const address of [home, office]) {
    expect((await login('Olga', PASSWORD, address)).status).toBe(200)
  }
})
