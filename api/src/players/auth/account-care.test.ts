import { beforeEach, describe, expect, test } from 'vitest'
import { link, SITE, TestWallet, verify } from '#testing/chain/test-wallet.ts'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { PASSWORD, type TestPlayer } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
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

const readStatus = async (client: TestClient) =>
  (await client.get('/api/user')).status

const change = (
  { client }: Pick<TestPlayer, 'client'>,
  currentPassword: string,
) =>
  client.put('/api/user/password', { currentPassword, password: NEW_PASSWORD })

const close = ({ client }: Pick<TestPlayer, 'client'>, password: string) =>
  client.post('/api/user/close', { password })

test('replaces the password, ends all sessions and starts a new one', async () => {
  const player = await server.newPlayer()
  const { username, id, client } = player
  const { client: phone } = await login(username, PASSWORD)
  expect(await readStatus(phone)).toBe(200)
  const stolen = client.at(server.origin)
  const changed = await change(player, PASSWORD)
  expect(changed).toMatchObject({ status: 200, body: { id } })
  expect(await readStatus(client)).toBe(200)
  for (const other of [phone, stolen]) expect(await readStatus(other)).toBe(401)
  expect((await login(username, PASSWORD)).status).toBe(401)
  expect((await login(username, NEW_PASSWORD)).status).toBe(200)
})

test('refuses a wrong current password, and counts it as a failed login', async () => {
  const player = await server.newPlayer()
  for (let guess = 1; guess <= 3; guess += 1) {
    expect((await change(player, 'guess')).status).toBe(401)
    expectCode(await close(player, 'guess'), 'wrong_credentials', {
      message: 'That is not your password.',
    })
  }
  const { rows } = await server.pool.query(
    "SELECT FROM login_failures WHERE key LIKE 'waits:%'",
  )
  expect(rows).toHaveLength(1)
  await server.pool.query('DELETE FROM login_failures')
  expect(await readStatus(player.client)).toBe(200)
  expect((await login(player.username, PASSWORD)).status).toBe(200)
})

test('accepts one of two concurrent password changes', async () => {
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

test('ends all sessions of the player, and of no other, on a sign-out everywhere', async () => {
  const player = await server.newPlayer()
  const other = await server.newPlayer()
  const { client: phone } = await login(player.username, PASSWORD)
  expect((await player.client.post('/api/logout/everywhere')).status).toBe(204)
  expect(await readStatus(player.client)).toBe(401)
  expect(await readStatus(phone)).toBe(401)
  expect(await readStatus(other.client)).toBe(200)
  expect((await visitor().post('/api/logout/everywhere')).status).toBe(401)
})

async function storedUser(id: string) {
  const { rows } = await server.pool.query(
    'SELECT username, password, balance, closed_at FROM users WHERE id = $1',
    [id],
  )
  return rows[0]
}

test('closing anonymizes the account, and keeps its ledger and open rounds', async () => {
  const player = await server.newPlayer()
  const { id, username, client } = player
  const { client: phone } = await login(username, PASSWORD)
  const flip = await flipCoin(client, 10)
  await client.post('/api/games/hilo/start', { betAmount: 5 })
  expect((await close(player, PASSWORD)).status).toBe(204)
  for (const browser of [client, phone]) {
    expect(await readStatus(browser)).toBe(401)
    expect((await placeFlip(browser, 1)).status).toBe(401)
  }
  expect(await storedUser(id)).toMatchObject({
    username: expect.stringMatching(/^Closed [0-9a-f-]{36}$/),
    password: '!',
    balance: flip.balance - 5,
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

test('closes an account by a wallet signature for that purpose, and frees the wallet', async () => {
  const [client, wallet] = [visitor(), new TestWallet()]
  const signedIn = await verify(client, await wallet.prove(client))
  expect(signedIn.status).toBe(200)
  for (const purpose of ['sign-in', 'unlink'] as const) {
    const other = await wallet.signProof(client, purpose)
    const refused = await client.post('/api/user/close', other)
    expectCode(refused, 'siwe_malformed')
  }
  const proof = await wallet.signProof(client, 'close')
  expect((await client.post('/api/user/close', proof)).status).toBe(204)
  expect(await readStatus(client)).toBe(401)
  const anew = await verify(client, await wallet.prove(client))
  expect(anew).toMatchObject({
    status: 200,
    body: { username: wallet.address },
  })
  expect(anew.body).not.toMatchObject(Object(signedIn.body))
})

test('refuses to change sign-in methods or close the account on a session alone', async () => {
  const wallet = new TestWallet()
  const { client } = await server.newPlayer()
  expect((await link(client, wallet)).status).toBe(200)
  const before = await client.get('/api/user')
  const thief = client.at(server.origin)
  const own = new TestWallet()
  const guess = { password: 'guess' }
  const attempts = [
    ['auth/siwe/link', await own.signProof(thief, 'link'), 400],
    [
      'auth/siwe/link',
      { ...(await own.signProof(thief, 'link')), ...guess },
      401,
    ],
    ['auth/siwe/unlink', undefined, 400],
    ['auth/siwe/unlink', guess, 401],
    ['auth/siwe/unlink', await own.signProof(thief, 'unlink'), 409],
    ['user/close', {}, 400],
    ['user/close', await own.signProof(thief, 'close'), 409],
  ] as const
  for (const [path, body, status] of attempts)
    expect((await thief.post(`/api/${path}`, body)).status, path).toBe(status)
  expect(await client.get('/api/user')).toMatchObject({ body: before.body })
})

test('refuses a first password without proof from the linked wallet', async () => {
  const [client, wallet] = [visitor(), new TestWallet()]
  await verify(client, await wallet.prove(client))
  const other = await new TestWallet().signProof(client, 'set-password')
  for (const [proof, status] of [
    [{}, 400],
    [other, 409],
  ] as const) {
    const body = { password: NEW_PASSWORD, ...proof }
    expect((await client.post('/api/user/password', body)).status).toBe(status)
  }
})

test('lists changes of sign-in methods, newest first', async () => {
  const wallet = new TestWallet()
  const player = await server.newPlayer()
  const { client } = player
  const security = async () => (await client.get('/api/user/security')).body
  expect(await security()).toEqual([])
  await link(client, wallet)
  await client.post('/api/auth/siwe/unlink', { password: PASSWORD })
  await change(player, PASSWORD)
  const at = expect.any(String)
  const { address } = wallet
  expect(await security()).toMatchObject([
    { kind: 'password_changed', wallet: null, at },
    { kind: 'wallet_unlinked', wallet: address, at },
    { kind: 'wallet_linked', wallet: address, at },
  ])
})

test('ends the sessions that a wallet opened when its signature unlinks it', async () => {
  const wallet = new TestWallet()
  const { client } = await server.newPlayer()
  await link(client, wallet)
  const thief = visitor()
  await verify(thief, await wallet.prove(thief))
  expect(await readStatus(thief)).toBe(200)
  const proof = await wallet.signProof(client, 'unlink')
  expect((await client.post('/api/auth/siwe/unlink', proof)).status).toBe(200)
  expect(await readStatus(client)).toBe(200)
  expect(await readStatus(thief)).toBe(401)
})

describe('a pending sign-in creates no session when', () => {
  type Overtaken = Omit<TestPlayer, 'wallet'> & { wallet: TestWallet }
  const byPassword = ({ username }: Overtaken, client: TestClient) =>
    client.post('/api/login', { username, password: PASSWORD })
  const byWallet = async ({ wallet }: Overtaken, client: TestClient) =>
    verify(client, await wallet.prove(client))
  const freeze = ({ id }: Overtaken) =>
    server.pool.query(
      "UPDATE users SET frozen_at = now(), frozen_reason = 'x' WHERE id = $1",
      [id],
    )
  const unlink = ({ client }: Overtaken) =>
    client.post('/api/auth/siwe/unlink', { password: PASSWORD })

  const changePassword = (player: Overtaken) => change(player, PASSWORD)
  const closeAccount = (player: Overtaken) => close(player, PASSWORD)

  test.each([
    ['the password is changed', changePassword, byPassword, 401],
    ['the account is closed', closeAccount, byPassword, 401],
    ['the account is frozen', freeze, byPassword, 403],
    ['the wallet is unlinked', unlink, byWallet, 401],
  ] as const)('%s', async (_when, overtake, signIn, status) => {
    const wallet = new TestWallet()
    const player = await server.newPlayer()
    await link(player.client, wallet)
    const late = visitor()
    const locked = `SELECT FROM users WHERE id = '${player.id}' FOR UPDATE`
    const release = await openTransaction(server.pool, locked)
    const locks = () => waitingForLocks(server.pool)
    // Queues both for the row lock, each after checking its credentials.
    const overtaken = overtake({ ...player, wallet })
    await expect.poll(locks).toBe(1)
    const entered = signIn({ ...player, wallet }, late)
    await expect.poll(locks).toBe(2)
    await release()
    await overtaken
    expect((await entered).status).toBe(status)
    expect(await readStatus(late)).toBe(401)
  })
})
