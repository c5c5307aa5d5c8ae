import { expect, test } from 'vitest'
import { user } from '#core/api/account.ts'
import { fairnessState } from '#core/api/fairness.ts'
import { transactions } from '#core/api/history.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

function register(username: string, password = PASSWORD) {
  const visitor = new TestClient(server.origin)
  return visitor.post('/api/register', { username, password })
}

async function players(): Promise<number> {
  const { rowCount } = await server.pool.query('SELECT FROM users')
  return rowCount ?? 0
}

test('grants a new player 1000 coins and seeds, and signs in', async () => {
  const client = new TestClient(server.origin)
  const body = { username: 'Bendy', password: 'a secret of mine' }
  const answer = await client.post('/api/register', body)
  expect(answer.status).toBe(201)
  expect(answer.text).not.toMatch(/a secret of mine|argon2/)
  const registered = user.parse(answer.body)
  expect(registered).toMatchObject({
    username: 'Bendy',
    balance: 1_000,
    role: 'player',
  })
  expect((await client.get('/api/user')).body).toEqual(registered)

  const history = await client.get('/api/transactions')
  expect(transactions.parse(history.body)).toMatchObject([
    { seq: 1, type: 'grant', amount: 1_000, balanceAfter: 1_000 },
  ])
  const fairness = fairnessState.parse((await client.get('/api/fairness')).body)
  expect(fairness).toMatchObject({ epoch: 0, nonce: 0, clientSeedBy: 'server' })
  const { rows } = await server.pool.query(
    'SELECT password FROM users WHERE id = $1',
    [registered.id],
  )
  expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$/)
})

test.each([
  ['in upper case', 'alice', 'ALICE'],
  ['in upper case beyond ASCII', 'ärger', 'ÄRGER'],
  ['in full-width letters', 'bob', 'ｂｏｂ'],
  ['in another Unicode form', 'café', 'cafe\u0301'],
  ['with a ligature', 'fish', 'ﬁsh'],
])('refuses a name that is taken, %s', async (_how, first, second) => {
  expect((await register(first)).status).toBe(201)
  const again = await register(second)
  expectCode(again, 'username_taken')
})

test('creates one player for ten concurrent requests with one name', async () => {
  const before = await players()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => register('contested')),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(409)])
  expect(await players()).toBe(before + 1)
})

test.each([
  ['64 characters of two code units each', '🦄'.repeat(64), 'x'],
  ['any script', 'Бенди弯曲', 'пароль 🦄\0'],
  ['SQL, which is only text', "'; DROP TABLE users; --", '   '],
  ['a key of every object', '__proto__', 'p'.repeat(1_024)],
])('accepts a name of %s', async (_what, username, password) => {
  const answer = await register(username, password)
  expect(user.parse(answer.body).username).toBe(username)
  const visitor = new TestClient(server.origin)
  const login = await visitor.post('/api/login', { username, password })
  expect(login.status).toBe(200)
})

test.each(['stream_keys', 'transactions'])(
  'rolls back at %s',
  async (table) => {
    const before = await players()
    await server.pool.query(
      `ALTER TABLE ${table} ADD CONSTRAINT no_more CHECK (false) NOT VALID`,
    )
    const name = `unlucky with ${table}`
    try {
      expect((await register(name)).status).toBe(500)
    } finally {
      await server.pool.query(`ALTER TABLE ${table} DROP CONSTRAINT no_more`)
    }
    expect(await players()).toBe(before)
    expect((await register(name)).status).toBe(201)
  },
)
