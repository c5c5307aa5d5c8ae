import { getAddress } from 'viem'
import type { SiweMessage } from 'viem/siwe'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type User, user } from '#core/api/account.ts'
import type { OwnerProof } from '#core/api/sign-in-methods.ts'
import type { SiweProof } from '#core/api/siwe.ts'
import {
  link,
  requestNonce,
  SITE,
  TestWallet,
  verify,
} from '#testing/chain/test-wallet.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const VERIFY = '/api/auth/siwe/verify'

let now: Date
const env = { PUBLIC_URL: SITE.origin, TRUST_PROXY_HOPS: '1' }
const server = await openTestServer({ env, clock: () => now })

beforeEach(async () => {
  now = new Date()
  // A busy machine could take longer for a proof than a wait lasts.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // All of these tests come from one address.
  await server.pool.query('DELETE FROM login_failures')
})

const visitor = (origin = server.origin) => new TestClient(origin)

function fine(answer: Answer): User {
  expect(answer.status, answer.text).toBe(200)
  return user.parse(answer.body)
}

async function signIn(client: TestClient, wallet: TestWallet): Promise<User> {
  return fine(await verify(client, await wallet.prove(client)))
}

async function linkWallet(
  client: TestClient,
  wallet: TestWallet,
): Promise<User> {
  return fine(await link(client, wallet))
}

async function walletPlayer() {
  const [wallet, client] = [new TestWallet(), visitor()]
  return { wallet, client, player: await signIn(client, wallet) }
}

const unlink = (
  client: TestClient,
  proof: OwnerProof = { password: PASSWORD },
): Promise<Answer> => client.post('/api/auth/siwe/unlink', proof)

async function accounts(): Promise<number> {
  const { rowCount } = await server.pool.query('SELECT FROM users')
  return rowCount ?? 0
}

describe('a first sign-in', () => {
  test('creates an account named by the address', async () => {
    const { wallet, client, player } = await walletPlayer()
    expect(player).toMatchObject({
      username: getAddress(wallet.address),
      balance: 1_000,
      role: 'player',
      wallet: { address: wallet.address, isOnlyWayIn: true },
    })
    expect((await client.get('/api/user')).body).toEqual(player)
  })

  test('creates an account only when requested, by the same proof', async () => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const before = await accounts()
    const proof = await wallet.prove(client)
    for (const wish of [{}, { newAccount: false }]) {
      const refused = await client.post(VERIFY, { ...proof, ...wish })
      expectCode(refused, 'no_account')
    }
    expect(await accounts()).toBe(before)
    expect((await client.get('/api/user')).status).toBe(401)
    expectCode(await verify(visitor(), proof), 'siwe_nonce_unknown')
    fine(await verify(client, proof))
    expectCode(await verify(client, proof), 'siwe_nonce_unknown')
  })

  test('creates one account for five concurrent requests', async () => {
    const wallet = new TestWallet()
    const before = await accounts()
    const proven = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const client = visitor()
        return { client, proof: await wallet.prove(client) }
      }),
    )
    const answers = await Promise.all(
      proven.map(({ client, proof }) => verify(client, proof)),
    )
    expect(new Set(answers.map((answer) => fine(answer).id)).size).toBe(1)
    expect(await accounts()).toBe(before + 1)
  })
})

test.each([{}, { newAccount: true }])('signs in again: %j', async (wish) => {
  const { wallet, player } = await walletPlayer()
  const before = await accounts()
  const phone = visitor()
  const proof = await wallet.prove(phone)
  const opened = await phone.post(VERIFY, { ...proof, ...wish })
  expect(fine(opened).id).toBe(player.id)
  expect(await accounts()).toBe(before)
})

test('replaces the previous session on a sign-in', async () => {
  const { client } = await server.newPlayer()
  const old = client.at(server.origin)
  expect((await old.get('/api/user')).status).toBe(200)
  const { id } = await signIn(client, new TestWallet())
  expect((await old.get('/api/user')).status).toBe(401)
  expect((await client.get('/api/user')).body).toMatchObject({ id })
})

test('names the chain that wallets need', async () => {
  const { body } = await visitor().get('/api/auth/siwe')
  const name = 'Binance Smart Chain Testnet'
  expect(body).toEqual({ network: { chainId: 97, name } })
})

describe('a message is refused', () => {
  type Fault = 'malformed' | 'wrong_chain' | 'wrong_domain' | 'wrong_signature'

  test.each<[what: string, fault: Fault, change: Partial<SiweMessage>]>([
    ['for another site', 'wrong_domain', { domain: 'casino.example.org' }],
    ['for another port', 'wrong_domain', { domain: `${SITE.host}:8080` }],
    ['for another page', 'wrong_domain', { uri: 'https://elsewhere.example/' }],
    ['for a user', 'wrong_domain', { uri: `http://evil.example@${SITE.host}` }],
    ['for a path', 'wrong_domain', { uri: `${SITE.origin}/elsewhere` }],
    ['for the site by https', 'wrong_domain', { scheme: 'https' }],
    ['in other words', 'malformed', { statement: 'URI: https://evil.example' }],
    ['in no words', 'malformed', { statement: '' }],
    ['about more', 'malformed', { resources: ['https://evil.example/'] }],
    ['for chain 1', 'wrong_chain', { chainId: 1 }],
    ['for chain 56', 'wrong_chain', { chainId: 56 }],
    ['for chain 31337', 'wrong_chain', { chainId: 31_337 }],
    ['of another', 'wrong_signature', { address: new TestWallet().address }],
  ])('%s as %s', async (_what, fault, change) => {
    const client = visitor()
    const proof = await new TestWallet().prove(client, change)
    expectCode(await verify(client, proof), `siwe_${fault}`)
  })

  test.each([
    ['from the moment it expires', 'expired', 'expirationTime', [0, -1]],
    ['before the moment it is valid', 'not_yet_valid', 'notBefore', [-1, 0]],
  ] as const)('%s', async (_when, code, field, [refusedMs, validMs]) => {
    const client = visitor()
    const timeMs = now.getTime() + 5_000
    const change = { [field]: new Date(timeMs) }
    const proof = await new TestWallet().prove(client, change)
    now = new Date(timeMs + refusedMs)
    expectCode(await verify(client, proof), `siwe_${code}`)
    now = new Date(timeMs + validMs)
    fine(await verify(client, proof))
  })

  test.each<[string, (proof: SiweProof, nonce: string) => SiweProof]>([
    ['all zeros', (to) => ({ ...to, signature: `0x${'00'.repeat(65)}` })],
    ['all ones', (to) => ({ ...to, signature: `0x${'ff'.repeat(65)}` })],
    [
      'one of another nonce',
      ({ message, signature }, nonce) => ({
        message: message.replace(/Nonce: \w+/, `Nonce: ${nonce}`),
        signature,
      }),
    ],
  ])('when its signature is %s', async (_what, change) => {
    const client = visitor()
    const proof = await new TestWallet().prove(client)
    const { nonce } = await requestNonce(client)
    const answer = await verify(client, change(proof, nonce))
    expectCode(answer, 'siwe_wrong_signature')
  })

  test.each<[string, (message: string) => string]>([
    ['any text', () => 'Sign in, please'],
    ['lower case', (message) => message.toLowerCase()],
    ['a line in front', (message) => `Hello\n${message}`],
    ['a line behind', (message) => `${message}\nHello`],
    ['two chains', (message) => message.replace('URI', 'Chain ID: 1\nURI')],
    ['version 2', (message) => message.replace('Version: 1', 'Version: 2')],
    ['no nonce', (message) => message.replace(/Nonce: .*\n/, '')],
    ['no time', (message) => message.replace(/Issued At: .*/, '')],
    ['an odd time', (message) => message.replace(/(At: \d+)/, '$1-99')],
  ])('not in canonical form: %s', async (_what, change) => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { message } = await wallet.prove(client)
    const proof = await wallet.signText(change(message))
    expectCode(await verify(client, proof), 'siwe_malformed')
  })
})

describe('a nonce', () => {
  test('is accepted once from concurrent requests', async () => {
    const other = await server.startApi({ env })
    const client = visitor()
    const proof = await new TestWallet().prove(client)
    const before = await accounts()
    const tabs = Array.from({ length: 5 }, (_, index) =>
      client.at(index % 2 === 0 ? server.origin : other.origin),
    )
    const answers = await Promise.all(tabs.map((tab) => verify(tab, proof)))
    const [first, ...rest] = answers.toSorted((a, b) => a.status - b.status)
    expect(first?.status).toBe(200)
    for (const answer of rest) expectCode(answer, 'siwe_nonce_unknown')
    expect(await accounts()).toBe(before + 1)
  })

  test('is valid only in the browser that requested it', async () => {
    const proof = await new TestWallet().prove(visitor())
    expectCode(await verify(visitor(), proof), 'siwe_nonce_unknown')
    const client = visitor()
    await requestNonce(client)
    const invented = await new TestWallet().sign({ nonce: 'ab'.repeat(16) })
    for (const wrong of [proof, invented])
      expectCode(await verify(client, wrong), 'siwe_nonce_unknown')
  })

  test('expires after ten minutes, and is then deleted', async () => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { nonce, expiresAt } = await requestNonce(client)
    const proof = await wallet.sign({ nonce })
    now = new Date(expiresAt)
    expectCode(await verify(client, proof), 'siwe_nonce_unknown')
    await requestNonce(client)
    const { rows } = await server.pool.query(
      'SELECT FROM siwe_nonces WHERE nonce = $1',
      [nonce],
    )
    expect(rows).toEqual([])
  })

  test('is not used up by a refusal', async () => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { nonce } = await requestNonce(client)
    const wrong = await wallet.sign({ nonce, chainId: 1 })
    expectCode(await verify(client, wrong), 'siwe_wrong_chain')
    fine(await verify(client, await wallet.sign({ nonce })))
  })

  test('sets a cookie that scripts and other sites cannot read', async () => {
    const secure = await server.startApi({
      env: { PUBLIC_URL: 'https://casino.example', TRUST_PROXY_HOPS: '1' },
    })
    for (const { origin } of [server, secure]) {
      const answer = await visitor(origin).post('/api/auth/siwe/nonce')
      const [line = ''] = answer.headers.getSetCookie()
      expect(line).toMatch(/^(__Host-)?siwe=.*; Path=\/;/)
      expect(line).toContain('HttpOnly')
      expect(line).toContain('SameSite=Strict')
      const isSecure = origin === secure.origin
      expect(line.startsWith('__Host-')).toBe(isSecure)
      expect(line.includes('; Secure')).toBe(isSecure)
    }
  })
})

test('counts wrong proofs by IPv6 network', async () => {
  async function countRefused(address: string): Promise<number> {
    const client = visitor()
    const proof = await new TestWallet().prove(client, { chainId: 1 })
    const from = { 'X-Forwarded-For': address }
    return (await client.post(VERIFY, proof, from)).status
  }
  for (let failure = 1; failure <= 21; failure += 1) {
    const subnet = String(failure).padStart(2, '0')
    expect(await countRefused(`2001:db8:1:2${subnet}::1`)).toBe(403)
  }
  expect(await countRefused('2001:db8:1:2ff::1')).toBe(429)
  expect(await countRefused('2001:db8:1:300::1')).toBe(403)
})

describe('a linked wallet', () => {
  test('signs in to the same account as its password', async () => {
    const { client, id, username } = await server.newPlayer()
    const wallet = new TestWallet()
    const linked = await linkWallet(client, wallet)
    expect(linked).toMatchObject({ id, wallet: { address: wallet.address } })
    expect((await client.get('/api/user')).body).toEqual(linked)
    expect(await signIn(visitor(), wallet)).toMatchObject({ id, username })
    const login = { username, password: PASSWORD }
    expect(fine(await visitor().post('/api/login', login))).toEqual(linked)
    expect(await linkWallet(client, wallet)).toEqual(linked)
  })

  test('creates an account of its own once it is unlinked', async () => {
    const { client, id } = await server.newPlayer()
    const wallet = new TestWallet()
    await linkWallet(client, wallet)
    expect(fine(await unlink(client)).wallet).toBeUndefined()
    expect(fine(await unlink(client)).wallet).toBeUndefined()
    const own = await signIn(visitor(), wallet)
    expect(own).toMatchObject({ username: wallet.address })
    expect(own.id).not.toBe(id)
  })

  test('belongs to one account, which has no second wallet', async () => {
    const { client } = await server.newPlayer()
    const { client: other } = await server.newPlayer()
    const wallet = new TestWallet()
    await linkWallet(client, wallet)
    const taken = await link(other, wallet)
    expectCode(taken, 'wallet_taken')
    const second = await link(client, new TestWallet())
    expectCode(second, 'wallet_linked')
  })

  test('is not unlinked while it is the only sign-in method', async () => {
    const { client, player, wallet } = await walletPlayer()
    const proof = await wallet.signProof(client, 'unlink')
    expectCode(await unlink(client, proof), 'last_way_in')
    expect((await client.get('/api/user')).body).toEqual(player)
  })

  test('is linked by one of several concurrent requests', async () => {
    const wallet = new TestWallet()
    const players = await Promise.all(
      Array.from({ length: 5 }, () => server.newPlayer()),
    )
    const answers = await Promise.all(
      players.map(({ client }) => link(client, wallet)),
    )
    const [linked, ...refused] = answers.toSorted((a, b) => a.status - b.status)
    expect(linked?.status).toBe(200)
    for (const answer of refused) expectCode(answer, 'wallet_taken')
  })

  test('belongs to one account when it is linked and first signs in concurrently', async () => {
    const { client, id } = await server.newPlayer()
    const [stranger, wallet] = [visitor(), new TestWallet()]
    const toVerify = await wallet.prove(stranger)
    const [linked, verified] = await Promise.all([
      link(client, wallet),
      verify(stranger, toVerify),
    ])
    const owner = fine(verified)
    if (linked.status === 200) expect(owner.id).toBe(id)
    else expectCode(linked, 'wallet_taken')
    const { rows } = await server.pool.query(
      'SELECT user_id FROM sign_in_wallets WHERE address = $1',
      [wallet.address],
    )
    expect(rows).toEqual([{ user_id: owner.id }])
  })
})

describe('a first password', () => {
  async function newPassword(
    client: TestClient,
    wallet: TestWallet,
    password = PASSWORD,
  ): Promise<Answer> {
    const proof = await wallet.signProof(client, 'set-password')
    return client.post('/api/user/password', { ...proof, password })
  }

  test('allows the wallet to be unlinked', async () => {
    const { client, wallet, player } = await walletPlayer()
    const { address } = wallet
    const after = fine(await newPassword(client, wallet))
    expect(after.wallet).toEqual({ address, isOnlyWayIn: false })
    const login = { username: address.toLowerCase(), password: PASSWORD }
    expect(fine(await visitor().post('/api/login', login)).id).toBe(player.id)
    expect(fine(await unlink(client)).wallet).toBeUndefined()
  })

  test('does not replace a password', async () => {
    const { client, wallet } = await walletPlayer()
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((each) => newPassword(client, wallet, each)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBe(2)
    for (const answer of refused) expectCode(answer, 'password_set')

    const { client: bea, username } = await server.newPlayer()
    expectCode(await newPassword(bea, wallet, 'another'), 'password_set')
    const login = { username, password: PASSWORD }
    fine(await visitor().post('/api/login', login))
  })

  test('does not free the name of the account for its former wallet', async () => {
    const { client, wallet } = await walletPlayer()
    fine(await newPassword(client, wallet))
    fine(await unlink(client))
    const stranger = visitor()
    const refused = await verify(stranger, await wallet.prove(stranger))
    expectCode(refused, 'username_taken')
    await linkWallet(client, wallet)
    await signIn(stranger, wallet)
  })
})
