import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPlayer, PASSWORD } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'

const server = await openTestServer()
const second = await server.startApi()

function cookieLine({ headers }: Answer, name = 'sid'): string {
  const lines = headers.getSetCookie()
  return lines.find((line) => line.startsWith(`${name}=`)) ?? ''
}

async function login(client: TestClient, username: string): Promise<Answer> {
  const answer = await client.post('/api/login', {
    username,
    password: PASSWORD,
  })
  expect(answer.status).toBe(200)
  return answer
}

const plain = server.origin
const secure = await server.startApi({
  env: { PUBLIC_URL: 'https://casino.example', TRUST_PROXY_HOPS: '1' },
})

test.each([
  ['http', plain, '', /^(?!.*Secure)/],
  ['https', secure.origin, '__Host-', /; Secure/],
])('shows scripts only that a session exists: %s', async (...given) => {
  const [protocol, origin, prefix, secrecy] = given
  const { username } = await server.newPlayer()
  const answer = await new TestClient(origin).post(
    '/api/login',
    { username, password: PASSWORD },
    { 'X-Forwarded-Proto': protocol },
  )
  const note = cookieLine(answer, `${prefix}signed_in`)
  expect(note).toMatch(/=yes; Max-Age=25\d{5};(?!.*HttpOnly)/)
  expect(note).toMatch(secrecy)
  const line = cookieLine(answer, `${prefix}sid`)
  expect(line).toMatch(/=s%3A/)
  expect(line).toContain('HttpOnly')
  expect(line).toContain('SameSite=Lax')
  expect(line).toContain('Path=/')
  expect(line).toMatch(secrecy)
})

test('reads and clears only prefixed cookies over https', async () => {
  const { username } = await server.newPlayer()
  const client = new TestClient(secure.origin)
  const https = { 'X-Forwarded-Proto': 'https' }
  const credentials = { username, password: PASSWORD }
  await client.post('/api/login', credentials, https)
  expect((await client.get('/api/user', https)).status).toBe(200)
  const planted = client.cookie?.replaceAll('__Host-', '') ?? ''
  const visitor = new TestClient(secure.origin)
  const { status } = await visitor.get('/api/user', { Cookie: planted })
  expect(status).toBe(401)
  const answer = await client.post('/api/logout', undefined, https)
  for (const name of ['__Host-sid', '__Host-signed_in']) {
    expect(cookieLine(answer, name)).toMatch(/=; Path=\/; Expires=.*; Secure/)
  }
})

test('sets no cookie for visitors', async () => {
  const visitor = new TestClient(server.origin)
  const answers = [
    await visitor.get('/api/user'),
    await visitor.get('/api/casino-stats'),
    await visitor.post('/api/login', { username: 'who', password: 'knows' }),
    await visitor.post('/api/logout'),
  ]
  expect(answers.at(-1)?.status).toBe(204)
  for (const answer of answers) {
    expect(answer.headers.getSetCookie().filter(isSet)).toEqual([])
  }
})

function isSet(line: string): boolean {
  return !/^(sid|signed_in)=;/.test(line)
}

test.each([
  ['a login', '/api/login', () => undefined],
  ['a registration', '/api/register', () => randomUUID()],
])('%s replaces the previous session', async (_what, path, newName) => {
  const { client, username } = await server.newPlayer()
  const old = client.at(server.origin)
  // From now on its cookie resolves from memory.
  expect((await old.get('/api/user')).status).toBe(200)
  const credentials = { username: newName() ?? username, password: PASSWORD }
  expect((await client.post(path, credentials)).status).toBeLessThan(300)
  expect(client.cookie).not.toBe(old.cookie)
  expect((await old.get('/api/user')).status).toBe(401)
  expect((await client.get('/api/user')).status).toBe(200)
})

test('rejects a session ID chosen by an attacker', async () => {
  const { username } = await server.newPlayer()
  const visitor = new TestClient(server.origin)
  const planted = 'sid=s%3Aplanted.by-an-attacker'
  const answer = await visitor.post(
    '/api/login',
    { username, password: PASSWORD },
    { Cookie: planted },
  )
  expect(cookieLine(answer)).not.toContain('planted')
  const { status } = await new TestClient(server.origin).get('/api/user', {
    Cookie: planted,
  })
  expect(status).toBe(401)
})

test('treats an unsigned cookie as signed out', async () => {
  for (const value of [
    '',
    'abc',
    's%3Aabc.c2lnbmF0dXJl',
    '%E0%A4%A',
    'x'.repeat(8_000),
  ]) {
    const visitor = new TestClient(server.origin)
    const answer = await visitor.get('/api/user', { Cookie: `sid=${value}` })
    expectCode(answer, 'signed_out')
  }
})

test('ends the session of a quoted cookie on sign-out', async () => {
  const { client } = await server.newPlayer()
  const { cookie = '' } = client
  const { closed } = await openSocket(server.origin, { cookie })
  const quoted = cookie.replace(/sid=([^;]*)/, 'sid="$1"')
  const visitor = new TestClient(server.origin)
  await visitor.post('/api/logout', undefined, { Cookie: quoted })
  expect((await client.get('/api/user')).status).toBe(401)
  expect(await closed).toEqual({ code: 4401, reason: 'Signed out' })
})

test('ends one session and its sockets in all processes on sign-out', async () => {
  const { client, username } = await server.newPlayer()
  const elsewhere = client.at(second.origin)
  const phone = new TestClient(second.origin)
  await login(phone, username)
  expect((await elsewhere.get('/api/user')).status).toBe(200)

  const { cookie } = client
  const here = await openSocket(server.origin, { cookie })
  const there = await openSocket(second.origin, { cookie })
  const phones = await openSocket(second.origin, { cookie: phone.cookie })
  expect((await client.post('/api/logout')).status).toBe(204)
  expect(client.cookie).toBeUndefined()

  const signedOut = { code: 4401, reason: 'Signed out' }
  expect(await here.closed).toEqual(signedOut)
  expect(await there.closed).toEqual(signedOut)
  expect((await elsewhere.get('/api/user')).status).toBe(401)
  expect((await phone.get('/api/user')).status).toBe(200)
  expect(phones.socket.readyState).toBe(phones.socket.OPEN)
  phones.socket.close()
})

test('keeps sessions over a restart, unless the secret changes', async () => {
  const { client } = await newPlayer(second.origin)
  await second.close()
  expect((await client.at(server.origin).get('/api/user')).status).toBe(200)
  const changed = await server.startApi({
    env: { SESSION_SECRET: 'another secret of thirty-two characters or so' },
  })
  expect((await client.at(changed.origin).get('/api/user')).status).toBe(401)
})
