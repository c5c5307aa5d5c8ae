import { expect, test } from 'vitest'
import { PASSWORD } from '#testing/player/test-player.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { makeLogger } from '../logger.ts'

const NETWORK = '203.0.113.9'
const lines: string[] = []
const log = makeLogger('info', { write: (line) => lines.push(line) })
const env = { TRUST_PROXY_HOPS: '1' }
const server = await openTestServer({ log, env })

/** Returns what `work` logs under one of the names. */
async function loggedBy(work: () => Promise<unknown>, ...events: string[]) {
  lines.length = 0
  await work()
  return lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => events.includes(String(msg)))
}

const from = (address: string) => ({ 'X-Forwarded-For': address })
const visitor = new TestClient(server.origin)
const logIn = (username: string, password: string, address: string) =>
  visitor.post('/api/login', { username, password }, from(address))

test('logs each sign-in, done and failed, without name and address', async () => {
  const { id, username } = await server.newPlayer()
  const signIns = await loggedBy(
    async () => {
      await logIn(username, 'wrong', NETWORK)
      await logIn(username, 'wrong again', NETWORK)
      await logIn(username, PASSWORD, NETWORK)
    },
    'sign_in.failed',
    'sign_in.done',
  )
  const failed = {
    msg: 'sign_in.failed',
    refusal: 'wrong_credentials',
    path: '/api/login',
    client: expect.stringMatching(/^[\w-]{12}$/),
    requestId: expect.any(String),
  }
  expect(signIns).toMatchObject([
    failed,
    failed,
    { msg: 'sign_in.done', userId: id, path: '/login' },
  ])
  expect(JSON.stringify(lines)).not.toContain(username)
  expect(JSON.stringify(lines)).not.toContain(NETWORK)
})

test('names clients of one network alike, and others differently', async () => {
  const failed = await loggedBy(async () => {
    await logIn('who', 'knows', '2001:db8:0:1::7')
    await logIn('who', 'knows', '2001:db8:0:2::8')
    await logIn('who', 'knows', '198.51.100.1')
  }, 'sign_in.failed')
  const [first, sameNetwork, other] = failed.map(({ client }) => client)
  expect(first).toBe(sameNetwork)
  expect(first).not.toBe(other)
})

test('logs a repeated refusal once for each client', async () => {
  const { id, client } = await server.newPlayer()
  const stranger = new TestClient(server.origin)
  const refused = await loggedBy(
    async () => {
      for (let sent = 0; sent < 3; sent += 1) {
        await client.get('/api/operator/overview', from('192.0.2.1'))
        await client.get('/api/operator/overview', from('192.0.2.2'))
        await stranger.get('/api/limits', from('192.0.2.1'))
        await stranger.post('/api/login', { user: 1 }, from('192.0.2.1'))
      }
    },
    'access.refused',
    'input.refused',
  )
  expect(refused).toHaveLength(4)
  expect(refused).toMatchObject([
    { refusal: 'forbidden', path: '/api/operator/overview', userId: id },
    { refusal: 'forbidden', userId: id },
    { refusal: 'signed_out', path: '/api/limits' },
    { refusal: 'invalid_request', msg: 'input.refused' },
  ])
})

test('logs exceeded limits', async () => {
  const exceeded = await loggedBy(async () => {
    for (let sent = 0; sent < 8; sent += 1) {
      await logIn('guessed', 'guess', '192.0.2.7')
    }
  }, 'limit.exceeded')
  expect(exceeded).toMatchObject([
    { refusal: 'too_many_tries', method: 'POST', path: '/api/login' },
  ])
})
