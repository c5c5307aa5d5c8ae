import { expect, test } from 'vitest'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { makeLogger } from './logger.ts'

const lines: string[] = []
const log = makeLogger('debug', { write: (line) => lines.push(line) })
const server = await openTestServer({ log })

function lastLine(): Record<string, unknown> {
  return JSON.parse(lines.at(-1) ?? '{}')
}

test('logs an error with its message, code, cause and stack', () => {
  const cause = Object.assign(new Error('no route'), { code: 'EHOSTDOWN' })
  log.warn({ error: new TypeError('lost', { cause }) }, 'job.failed')
  expect(lastLine()).toMatchObject({
    msg: 'job.failed',
    error: {
      name: 'TypeError',
      message: 'lost',
      frames: expect.arrayContaining([
        expect.stringContaining('logger.test.ts'),
      ]),
      cause: { message: 'no route', code: 'EHOSTDOWN' },
    },
  })
  log.warn({ error: 'nonsense' }, 'job.failed')
  expect(lastLine()).toMatchObject({ error: { message: 'nonsense' } })
})

test('logs a failed statement without its parameters and rows', async () => {
  await server.pool.query(
    "ALTER TABLE users ADD CONSTRAINT no_mallory CHECK (username <> 'Mallory')",
  )
  const answer = await new TestClient(server.origin).post('/api/register', {
    username: 'Mallory',
    password: PASSWORD,
  })
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    code: 'internal',
    refusal: 'internal',
    message:
      'Something broke on our side. Check your history before you try again.',
    requestId: expect.any(String),
  })
  const unhandled = lines
    .map((line) => JSON.parse(line))
    .find(({ msg }) => msg === 'http.unhandled_error')
  expect(unhandled).toMatchObject({
    requestId: answer.headers.get('X-Request-Id'),
    error: {
      query: expect.stringContaining('insert into "users"'),
      cause: { code: '23514', constraint: 'no_mallory', table: 'users' },
    },
  })
  expect(JSON.stringify(unhandled)).not.toMatch(/Mallory'?,|argon2/)
})

test('logs no password, cookie or seed', async () => {
  const { client, username } = await server.newPlayer()
  const { sid } = client
  const { serverSeed, clientSeed } = await flipCoin(client)
  const visitor = new TestClient(server.origin)
  await visitor.post('/api/login', { username, password: 'a wrong password' })
  await visitor.post('/api/login', { username, password: PASSWORD })
  await visitor.post('/api/games/coinflip', '{"password":')
  await server.pool.query('ALTER TABLE client_seeds RENAME TO away')
  const seed = { clientSeed: 'a seed that fails', epoch: 0 }
  const failed = await client.put('/api/fairness/client-seed', seed)
  expect(failed.status).toBe(500)
  await server.pool.query('ALTER TABLE away RENAME TO client_seeds')
  await client.post('/api/logout')

  const secrets = [
    PASSWORD,
    'a wrong password',
    'argon2id',
    encodeURIComponent(sid),
    sid.slice('s:'.length),
    serverSeed,
    clientSeed,
    'a seed that fails',
    'a session secret',
    '5e5e5e5e',
    new URL(server.databaseUrl).password,
  ]
  const all = lines.join('')
  expect(all).toContain('http.unhandled_error')
  for (const secret of secrets) expect(all).not.toContain(secret)
})

test('redacts fields with the name of a secret', () => {
  log.info({ password: 'p', user: { password: 'p' }, headers: { cookie: 'c' } })
  expect(lastLine()).toMatchObject({
    password: '[redacted]',
    user: { password: '[redacted]' },
    headers: { cookie: '[redacted]' },
  })
})
