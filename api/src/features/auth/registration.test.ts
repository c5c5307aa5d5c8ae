import { expect, test } from 'vitest'
import { fairnessState } from '#core/schemas/fairness.ts'
import { transactions } from '#core/schemas/transaction.ts'
import { user } from '#core/schemas/user.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

function register(username: unknown, password: unknown = PASSWORD) {
  const visitor = new TestClient(server.origin)
  return visitor.post('/api/register', { username, password })
}

async function players(): Promise<number> {
  const { rowCount } = await server.pool.query('SELECT FROM users')
  return rowCount ?? 0
}

function refusedField({ status, body }: Answer): unknown {
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_request' })
  return (body as { issues: { path: unknown[] }[] }).issues[0]?.path[0]
}

test('a new player has 1000 coins of a grant, seeds, and is signed in', async () => {
  const client = new TestClient(server.origin)
  const answer = await client.post('/api/register', {
    username: 'Bendy',
    password: PASSWORD,
  })
  expect(answer.status).toBe(201)
  const registered = user.parse(answer.body)
  expect(registered).toMatchObject({
    username: 'Bendy',
    balance: 1_000,
    role: 'player',
  })
  expect((await client.get('/api/user')).body).toEqual(registered)

  const history = transactions.parse(
    (await client.get('/api/transactions')).body,
  )
  expect(history).toMatchObject([
    { seq: 1, type: 'grant', amount: 1_000, balanceAfter: 1_000 },
  ])
  const fairness = fairnessState.parse((await client.get('/api/fairness')).body)
  expect(fairness).toMatchObject({ epoch: 0, nonce: 0, clientSeedBy: 'server' })
})

test('an answer never contains the password or its hash', async () => {
  const answer = await register('quiet', 'a secret of mine')
  expect(answer.text).not.toMatch(/a secret of mine|argon2/)
})

test('passwords are stored as argon2id', async () => {
  await register('hashed')
  const { rows } = await server.pool.query(
    "SELECT password FROM users WHERE username = 'hashed'",
  )
  expect(rows[0].password).toMatch(/^\$argon2id\$v=19\$/)
})

test.each([
  ['in upper case', 'alice', 'ALICE'],
  ['in upper case beyond ASCII', 'ärger', 'ÄRGER'],
  ['in full-width letters', 'bob', 'ｂｏｂ'],
  ['in another Unicode form', 'café', 'cafe\u0301'],
  ['with a ligature', 'fish', 'ﬁsh'],
])('a name %s is the same name', async (_how, first, second) => {
  expect((await register(first)).status).toBe(201)
  const again = await register(second)
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ code: 'username_taken' })
})

test('ten at once for one name make one player', async () => {
  const before = await players()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => register('contested')),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(9).fill(409)])
  expect(await players()).toBe(before + 1)
})

test.each([
  ['one character', 'x'],
  ['64 characters', 'n'.repeat(64)],
  ['64 characters of two code units each', '🦄'.repeat(64)],
  ['spaces inside', 'Mister Bendy'],
  ['letters of any script', 'Бенди弯曲'],
  ['HTML, which is only text', '<b>bold</b>'],
  ['SQL, which is only text', "'; DROP TABLE users; --"],
  ['a key of every object', '__proto__'],
])('a name of %s is fine', async (_what, name) => {
  const answer = await register(name)
  expect(answer.status, answer.text).toBe(201)
  expect(user.parse(answer.body).username).toBe(name)
})

test.each([
  ['nothing', ''],
  ['65 characters', 'n'.repeat(65)],
  ['65 characters of two code units each', '🦄'.repeat(65)],
  ['only a space', ' '],
  ['a space at its start', ' alice'],
  ['a space at its end', 'alice '],
  ['a no-break space at its end', 'alice\u00a0'],
  ['a NUL', 'ali\0ce'],
  ['a line break', 'ali\nce'],
  ['a zero-width space', 'ali\u200bce'],
  ['a zero-width joiner', 'ali\u200dce'],
  ['a soft hyphen', 'ali\u00adce'],
  ['a right-to-left override', 'ali\u202ece'],
  ['a variation selector', 'alice\ufe0f'],
  ['a Hangul filler', 'ali\u3164ce'],
  ['a combining grapheme joiner', 'ali\u034fce'],
  ['half of a surrogate pair', 'ali\ud83dce'],
  ['a line separator', 'ali\u2028ce'],
  ['a wallet address', `0x${'aB'.repeat(20)}`],
  ['a wallet address in upper case', `0X${'AB'.repeat(20)}`],
  ['a wallet address in full-width digits', `０ｘ${'aB'.repeat(20)}`],
])('a name of %s is refused', async (_what, name) => {
  const before = await players()
  expect(refusedField(await register(name))).toBe('username')
  expect(await players()).toBe(before)
})

test.each([
  ['one character', 'one letter', 'x'],
  ['1024 bytes', 'long', 'p'.repeat(1_024)],
  ['spaces', 'spacious', '   '],
  ['any Unicode', 'polyglot', 'пароль 🦄\0'],
])(
  'a password of %s is fine, and opens the account',
  async (_what, name, password) => {
    expect((await register(name, password)).status).toBe(201)
    const visitor = new TestClient(server.origin)
    const login = { username: name, password }
    expect((await visitor.post('/api/login', login)).status).toBe(200)
  },
)

test.each([
  ['nothing', ''],
  ['1025 bytes', 'p'.repeat(1_025)],
  ['more than 1024 bytes in fewer characters', '🦄'.repeat(257)],
])('a password of %s is refused', async (_what, password) => {
  const before = await players()
  expect(refusedField(await register('no such player', password))).toBe(
    'password',
  )
  expect(await players()).toBe(before)
})

test('a player can not choose a role, a balance or an id', async () => {
  const visitor = new TestClient(server.origin)
  const more = { role: 'operator', balance: 5_000_000 }
  const answer = await visitor.post('/api/register', {
    username: 'greedy',
    password: PASSWORD,
    ...more,
  })
  expect(answer.status).toBe(400)
})

test('an address that registers without end is slowed down, by what is refused as well', async () => {
  const { origin } = await server.startApi()
  const visitor = new TestClient(origin)
  const malformed = Array.from({ length: 299 }, () =>
    visitor.post('/api/register', {}),
  )
  const statuses = (await Promise.all(malformed)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  const last = { username: 'the last one', password: PASSWORD }
  expect((await visitor.post('/api/register', last)).status).toBe(201)
  const before = await players()
  for (const body of [{ username: 'one too many', password: PASSWORD }, {}]) {
    const refused = await visitor.post('/api/register', body)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'too_many_requests' })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
  expect(await players()).toBe(before)
})

test.each(['stream_keys', 'transactions'])(
  'a registration that fails at %s leaves the name free',
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
