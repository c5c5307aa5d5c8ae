import { beforeEach, expect, test } from 'vitest'
import { SIWE_STATEMENTS } from '#core/schemas/siwe.ts'
import { link, SITE, TestWallet, verify } from '#testing/chain/test-wallet.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { PASSWORD, type TestPlayer } from '#testing/player/test-player.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { PUBLIC_URL: SITE.origin } })
const NEW_PASSWORD = 'a stretchier one'

beforeEach(() => server.pool.query('DELETE FROM login_failures'))

const visitor = () => new TestClient(server.origin)

async function login(username: string, password: string) {
  const client = visitor()
  const { status } = await client.post('/api/login', { username, password })
  return { client, status }
}

const statusOf = async (client: TestClient) =>
  (await client.get('/api/user')).status

const change = ({ client }: TestPlayer, currentPassword: string) =>
  client.put('/api/user/password', { currentPassword, password: NEW_PASSWORD })

const close = ({ client }: TestPlayer, password: string) =>
  client.post('/api/user/close', { password })

test('a new password replaces the old one and signs other browsers out', async () => {
  const player = await server.newPlayer()
  const { username, id, client } = player
  const { client: phone } = await login(username, PASSWORD)
  expect(await statusOf(phone)).toBe(200)
  const changed = await change(player, PASSWORD)
  expect(changed).toMatchObject({ status: 200, body: { id } })
  expect(await statusOf(client)).toBe(200)
  expect(await statusOf(phone)).toBe(401)
  expect((await login(username, PASSWORD)).status).toBe(401)
  expect((await login(username, NEW_PASSWORD)).status).toBe(200)
})

test('a wrong current password changes and closes nothing, and counts as a guess', async () => {
  const player = await server.newPlayer()
  for (let guess = 1; guess <= 3; guess += 1) {
    expect((await change(player, 'guess')).status).toBe(401)
    expect(await close(player, 'guess')).toMatchObject({
      status: 401,
      body: {
        code: 'wrong_credentials',
        message: 'That is not your password.',
      },
    })
  }
  const { rows } = await server.pool.query(
    "SELECT FROM login_failures WHERE key LIKE 'waits:%'",
  )
  expect(rows).toHaveLength(1)
  await server.pool.query('DELETE FROM login_failures')
  expect(await statusOf(player.client)).toBe(200)
  expect((await login(player.username, PASSWORD)).status).toBe(200)
})

test('of two changes at once one counts', async () => {
  const player = await server.newPlayer()
  const wanted = ['one', 'two'].map((password) =>
    player.client.put('/api/user/password', {
      currentPassword: PASSWORD,
      password,
    }),
  )
  const statuses = (await Promise.all(wanted)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 401])
})

test('signing out everywhere ends this browser too, and nobody else', async () => {
  const player = await server.newPlayer()
  const other = await server.newPlayer()
  const { client: phone } = await login(player.username, PASSWORD)
  expect((await player.client.post('/api/logout/everywhere')).status).toBe(204)
  expect(await statusOf(player.client)).toBe(401)
  expect(await statusOf(phone)).toBe(401)
  expect(await statusOf(other.client)).toBe(200)
  expect((await visitor().post('/api/logout/everywhere')).status).toBe(401)
})

async function storedUser(id: string) {
  const { rows } = await server.pool.query(
    'SELECT username, password, balance, closed_at FROM users WHERE id = $1',
    [id],
  )
  return rows[0]
}

test('a closed account is anonymous, opens to nobody and keeps its ledger and open rounds', async () => {
  const player = await server.newPlayer()
  const { id, username, client } = player
  const { client: phone } = await login(username, PASSWORD)
  const flip = await flipCoin(client, 10)
  await client.post('/api/games/hilo/start', { betAmount: 5 })
  expect((await close(player, PASSWORD)).status).toBe(204)
  for (const browser of [client, phone]) {
    expect(await statusOf(browser)).toBe(401)
    expect((await placeFlip(browser, 1)).status).toBe(401)
  }
  expect(await storedUser(id)).toMatchObject({
    username: expect.stringMatching(/^Closed [0-9a-f-]{36}$/),
    password: '!',
    balance: String(flip.balance - 5),
    closed_at: expect.any(Date),
  })
  const { rows } = await server.pool.query(
    'SELECT game_type FROM open_rounds WHERE user_id = $1',
    [id],
  )
  expect(rows).toEqual([{ game_type: 'Hi-Lo' }])
  expect((await login(username, PASSWORD)).status).toBe(401)
  const record = await visitor().get(`/api/verify/${flip.transactionId}`)
  expect(record.status).toBe(200)
  const again = await visitor().post('/api/register', {
    username,
    password: PASSWORD,
  })
  expect(again.status).toBe(201)
})

const statement = SIWE_STATEMENTS.close

test('a wallet closes its account by a signature that says so, and is free again', async () => {
  const [client, wallet] = [visitor(), new TestWallet()]
  const signedIn = await verify(client, await wallet.prove(client))
  expect(signedIn.status).toBe(200)
  const vague = await wallet.prove(client)
  const refused = await client.post('/api/auth/siwe/close', vague)
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'siwe_malformed' },
  })
  const proof = await wallet.prove(client, { statement })
  expect((await client.post('/api/auth/siwe/close', proof)).status).toBe(204)
  expect(await statusOf(client)).toBe(401)
  const anew = await verify(client, await wallet.prove(client))
  expect(anew).toMatchObject({
    status: 200,
    body: { username: wallet.address },
  })
  expect(anew.body).not.toMatchObject(Object(signedIn.body))
})

test('a wallet of another account closes nothing', async () => {
  const [player, other] = [await server.newPlayer(), await server.newPlayer()]
  const wallet = new TestWallet()
  await link(other.client, await wallet.prove(other.client))
  const proof = await wallet.prove(player.client, { statement })
  const refused = await player.client.post('/api/auth/siwe/close', proof)
  expect(refused).toMatchObject({ status: 409, body: { code: 'wallet_taken' } })
  expect(await statusOf(player.client)).toBe(200)
  expect(await statusOf(other.client)).toBe(200)
})

test('a login that an account closing overtakes leaves no session', async () => {
  const { id, username } = await server.newPlayer()
  // As it stands when the password was compared before, and the session comes after.
  await server.pool.query('UPDATE users SET closed_at = now() WHERE id = $1', [
    id,
  ])
  expect((await login(username, PASSWORD)).status).toBe(401)
  const { rows } = await server.pool.query(
    "SELECT 1 FROM session WHERE sess->>'userId' = $1",
    [id],
  )
  expect(rows).toEqual([])
})
