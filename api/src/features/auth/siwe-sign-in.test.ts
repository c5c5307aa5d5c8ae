import { getAddress } from 'viem'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { type User, user } from '#core/schemas/user.ts'
import {
  askNonce,
  SITE,
  TestWallet,
  verify,
} from '#testing/chain/test-wallet.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

let now: Date
const server = await openTestServer({
  env: { PUBLIC_URL: SITE.origin, TRUST_PROXY_HOPS: '1' },
  clock: () => now,
})

// A busy machine could take longer for a proof than a wait lasts.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  now = new Date()
  // All of these tests come from one address.
  await server.pool.query('DELETE FROM login_failures')
})

const visitor = () => new TestClient(server.origin)

function signedIn(answer: Answer): User {
  expect(answer.status, answer.text).toBe(200)
  return user.parse(answer.body)
}

function expectRefusal({ status, body }: Answer, code: string): void {
  expect({ status, body }).toMatchObject({
    status: code === 'siwe_malformed' ? 400 : 403,
    body: { code, message: expect.stringMatching(/\.$/) },
  })
}

async function accounts(): Promise<number> {
  const { rowCount } = await server.pool.query('SELECT FROM users')
  return rowCount ?? 0
}

test('the first sign-in makes an account named by the address', async () => {
  const [wallet, client] = [new TestWallet(), visitor()]
  const made = signedIn(await verify(client, await wallet.prove(client)))
  expect(made).toMatchObject({
    username: getAddress(wallet.address),
    balance: 1_000,
    role: 'player',
    wallet: { address: wallet.address, isOnlyWayIn: true },
  })
  expect((await client.get('/api/user')).body).toEqual(made)
})

test('an account that was made is answered without a receipt where its grant can not be read', async () => {
  const [wallet, client] = [new TestWallet(), visitor()]
  const { answerRows } = server.features.ledger
  const away = vi
    .spyOn(answerRows, 'lastSeq')
    .mockRejectedValue(new Error('away'))
  onTestFinished(() => away.mockRestore())
  const answer = await verify(client, await wallet.prove(client))
  expect(signedIn(answer).wallet?.address).toBe(wallet.address)
  expect(answer.headers.get('Receipt')).toBeNull()
})

test('no account is made unasked, and the proof is good for asking', async () => {
  const [wallet, client] = [new TestWallet(), visitor()]
  const before = await accounts()
  const proof = await wallet.prove(client)
  for (const wish of [{}, { newAccount: false }]) {
    const path = '/api/auth/siwe/verify'
    const { status, body } = await client.post(path, { ...proof, ...wish })
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { code: 'no_account' },
    })
  }
  expect(await accounts()).toBe(before)
  expect((await client.get('/api/user')).status).toBe(401)
  expectRefusal(await verify(visitor(), proof), 'siwe_nonce_unknown')
  signedIn(await verify(client, proof))
  expectRefusal(await verify(client, proof), 'siwe_nonce_unknown')
})

test('an account that is there is opened without a wish for one', async () => {
  const [wallet, client, phone] = [new TestWallet(), visitor(), visitor()]
  const { id } = signedIn(await verify(client, await wallet.prove(client)))
  const proof = await wallet.prove(phone)
  const opened = await phone.post('/api/auth/siwe/verify', proof)
  expect(signedIn(opened).id).toBe(id)
})

test('a sign-in gives a new session, and the one before it is over at once', async () => {
  const [wallet, { client }] = [new TestWallet(), await server.newPlayer()]
  const old = client.at(server.origin)
  // From now on its cookie resolves from memory.
  expect((await old.get('/api/user')).status).toBe(200)
  const { id } = signedIn(await verify(client, await wallet.prove(client)))
  expect((await old.get('/api/user')).status).toBe(401)
  expect((await client.get('/api/user')).body).toMatchObject({ id })
})

test('later ones sign in to it, from anywhere', async () => {
  const [wallet, client, phone] = [new TestWallet(), visitor(), visitor()]
  const { id } = signedIn(await verify(client, await wallet.prove(client)))
  const before = await accounts()
  const again = signedIn(await verify(phone, await wallet.prove(phone)))
  expect(again.id).toBe(id)
  expect(await accounts()).toBe(before)
})

test('no password opens such an account, and nobody can register its name', async () => {
  const [wallet, client] = [new TestWallet(), visitor()]
  signedIn(await verify(client, await wallet.prove(client)))
  const username = wallet.address
  for (const password of ['!', '', username]) {
    const body = { username, password: password || ' ' }
    const answer = await visitor().post('/api/login', body)
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'wrong_credentials' })
  }
  const credentials = { username, password: 'a fine one' }
  const answer = await visitor().post('/api/register', credentials)
  expect(answer.status).toBe(400)
})

describe('a message is refused', () => {
  test.each([
    ['for another site', { domain: 'casino.example.org' }],
    ['for another port', { domain: `${SITE.host}:8080` }],
    ['for another page', { uri: 'https://elsewhere.example/' }],
    ['for a user of the site', { uri: `http://evil.example@${SITE.host}` }],
    ['for a path of the site', { uri: `${SITE.origin}/elsewhere` }],
    ['for the site by https', { scheme: 'https' }],
  ])('%s', async (_what, change) => {
    const client = visitor()
    const proof = await new TestWallet().prove(client, change)
    expectRefusal(await verify(client, proof), 'siwe_wrong_domain')
  })

  test.each([
    ['in words of somebody else', { statement: 'URI: https://evil.example' }],
    ['in no words', { statement: '' }],
    ['about more', { resources: ['https://evil.example/'] }],
  ])('%s', async (_what, change) => {
    const client = visitor()
    const proof = await new TestWallet().prove(client, change)
    expectRefusal(await verify(client, proof), 'siwe_malformed')
  })

  test.each([1, 56, 31_337])('for chain %i', async (chainId) => {
    const client = visitor()
    const proof = await new TestWallet().prove(client, { chainId })
    expectRefusal(await verify(client, proof), 'siwe_wrong_chain')
  })

  test('from the moment it expires', async () => {
    const client = visitor()
    const change = { expirationTime: new Date(now.getTime() + 5_000) }
    const proof = await new TestWallet().prove(client, change)
    now = change.expirationTime
    expectRefusal(await verify(client, proof), 'siwe_expired')
    now = new Date(now.getTime() - 1)
    signedIn(await verify(client, proof))
  })

  test('before it is valid', async () => {
    const client = visitor()
    const change = { notBefore: new Date(now.getTime() + 5_000) }
    const proof = await new TestWallet().prove(client, change)
    expectRefusal(await verify(client, proof), 'siwe_not_yet_valid')
    now = change.notBefore
    signedIn(await verify(client, proof))
  })

  test('that another account signed', async () => {
    const client = visitor()
    const address = new TestWallet().address
    const proof = await new TestWallet().prove(client, { address })
    expectRefusal(await verify(client, proof), 'siwe_wrong_signature')
  })

  test.each([
    ['all zeros', `0x${'00'.repeat(65)}`],
    ['all ones', `0x${'ff'.repeat(65)}`],
  ] as const)('with a signature of %s', async (_what, signature) => {
    const client = visitor()
    const { message } = await new TestWallet().prove(client)
    const answer = await verify(client, { message, signature })
    expectRefusal(answer, 'siwe_wrong_signature')
  })

  test('that was changed after it was signed', async () => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { message, signature } = await wallet.prove(client)
    const { nonce } = await askNonce(client)
    const changed = message.replace(/Nonce: \w+/, `Nonce: ${nonce}`)
    const answer = await verify(client, { message: changed, signature })
    expectRefusal(answer, 'siwe_wrong_signature')
  })

  test.each<[string, (message: string) => string]>([
    ['that is any text', () => 'Sign in, please'],
    ['in lower case', (message) => message.toLowerCase()],
    ['with a line in front', (message) => `Hello\n${message}`],
    ['with a line behind', (message) => `${message}\nHello`],
    [
      'with two chains',
      (message) => message.replace('URI', 'Chain ID: 1\nURI'),
    ],
    ['of version 2', (message) => message.replace('Version: 1', 'Version: 2')],
    ['without a nonce', (message) => message.replace(/Nonce: .*\n/, '')],
    ['without a time', (message) => message.replace(/Issued At: .*/, '')],
    ['of no time', (message) => message.replace(/(At: \d+)/, '$1-99')],
  ])('%s', async (_what, change) => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { message } = await wallet.prove(client)
    const proof = await wallet.signText(change(message))
    expectRefusal(await verify(client, proof), 'siwe_malformed')
  })
})

describe('a nonce', () => {
  test('is good once', async () => {
    const client = visitor()
    const proof = await new TestWallet().prove(client)
    signedIn(await verify(client, proof))
    expectRefusal(await verify(client, proof), 'siwe_nonce_unknown')
  })

  test('is good once also when it comes many times at once', async () => {
    const other = await server.startApi({
      env: { PUBLIC_URL: SITE.origin, TRUST_PROXY_HOPS: '1' },
    })
    const client = visitor()
    const proof = await new TestWallet().prove(client)
    const before = await accounts()
    const tabs = Array.from({ length: 5 }, (_, index) =>
      client.at(index % 2 === 0 ? server.origin : other.origin),
    )
    const answers = await Promise.all(tabs.map((tab) => verify(tab, proof)))
    const [first, ...rest] = answers.toSorted((a, b) => a.status - b.status)
    expect(first?.status).toBe(200)
    for (const answer of rest) expectRefusal(answer, 'siwe_nonce_unknown')
    expect(await accounts()).toBe(before + 1)
  })

  test('is for the browser that asked for it', async () => {
    const proof = await new TestWallet().prove(visitor())
    expectRefusal(await verify(visitor(), proof), 'siwe_nonce_unknown')
    const elsewhere = visitor()
    await askNonce(elsewhere)
    expectRefusal(await verify(elsewhere, proof), 'siwe_nonce_unknown')
  })

  test('is made by the house', async () => {
    const client = visitor()
    await askNonce(client)
    const proof = await new TestWallet().sign({ nonce: 'ab'.repeat(16) })
    expectRefusal(await verify(client, proof), 'siwe_nonce_unknown')
  })

  test('is over after ten minutes, and then dropped', async () => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { nonce, expiresAt } = await askNonce(client)
    const proof = await wallet.sign({ nonce })
    now = new Date(expiresAt)
    expectRefusal(await verify(client, proof), 'siwe_nonce_unknown')
    await askNonce(client)
    const { rows } = await server.pool.query(
      'SELECT FROM siwe_nonces WHERE nonce = $1',
      [nonce],
    )
    expect(rows).toEqual([])
  })

  test('is not used up by a refusal', async () => {
    const [wallet, client] = [new TestWallet(), visitor()]
    const { nonce } = await askNonce(client)
    const wrong = await wallet.sign({ nonce, chainId: 1 })
    expectRefusal(await verify(client, wrong), 'siwe_wrong_chain')
    signedIn(await verify(client, await wallet.sign({ nonce })))
  })

  test('comes with a cookie out of reach of scripts and other sites', async () => {
    const line = await nonceCookie(server.origin)
    expect(line).toMatch(/^siwe=.*; Path=\/api\/auth\/siwe;/)
    expect(line).toContain('HttpOnly')
    expect(line).toContain('SameSite=Strict')
    expect(line).not.toContain('Secure')
  })

  test('comes with a cookie for https only where players come by https', async () => {
    const secure = await server.startApi({
      env: { PUBLIC_URL: 'https://casino.example', TRUST_PROXY_HOPS: '1' },
    })
    expect(await nonceCookie(secure.origin)).toMatch(/; Secure/)
  })

  async function nonceCookie(origin: string): Promise<string> {
    const answer = await new TestClient(origin).post('/api/auth/siwe/nonce')
    const [line = ''] = answer.headers.getSetCookie()
    return line
  }
})

test('many first sign-ins of one wallet at once make one account', async () => {
  const wallet = new TestWallet()
  const before = await accounts()
  const clients = Array.from({ length: 5 }, visitor)
  const proofs = await Promise.all(clients.map((each) => wallet.prove(each)))
  const answers = await Promise.all(
    clients.map((client, index) => {
      const proof = proofs[index]
      if (!proof) throw new Error('each client has a proof')
      return verify(client, proof)
    }),
  )
  const ids = answers.map((answer) => signedIn(answer).id)
  expect(new Set(ids).size).toBe(1)
  expect(await accounts()).toBe(before + 1)
})

test('refused proofs slow down as failed logins do', async () => {
  const [wallet, client] = [new TestWallet(), visitor()]
  for (let failure = 1; failure <= 21; failure += 1) {
    const wrong = await wallet.prove(client, { chainId: 1 })
    expectRefusal(await verify(client, wrong), 'siwe_wrong_chain')
  }
  const refused = await verify(client, await wallet.prove(client))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(2)
})

test('a message in no form of ours counts as a refused proof', async () => {
  const [wallet, client] = [new TestWallet(), visitor()]
  const malformed = await wallet.signText('Sign in, please')
  for (let failure = 1; failure <= 21; failure += 1) {
    expectRefusal(await verify(client, malformed), 'siwe_malformed')
  }
  expect((await verify(client, await wallet.prove(client))).status).toBe(429)
})

test.each(['verify', 'link'])(
  'bodies that are no proof are limited at %s, and proofs are not',
  async (path) => {
    const { client } = await server.newPlayer()
    const send = (body: object) =>
      client.post(`/api/auth/siwe/${path}`, body, {
        'X-Forwarded-For': '203.0.113.20',
      })
    // A player may not have more than a hundred under way.
    for (let sent = 0; sent < 300; sent += 50) {
      const some = Array.from({ length: 50 }, () => send({ message: 1 }))
      for (const { status } of await Promise.all(some)) expect(status).toBe(400)
    }
    expect((await send({ message: 1 })).status).toBe(429)
    const proof = await new TestWallet().prove(client, { chainId: 1 })
    expectRefusal(await send(proof), 'siwe_wrong_chain')
  },
)

test("a wallet's owner is kept out by no failures of strangers", async () => {
  const [wallet, owner] = [new TestWallet(), visitor()]
  const { message } = await wallet.prove(visitor())
  const signature = `0x${'11'.repeat(65)}` as const
  for (let failure = 0; failure < 60; failure += 1) {
    const from = { 'X-Forwarded-For': `203.0.113.${1 + (failure % 10)}` }
    const path = '/api/auth/siwe/verify'
    const refused = await visitor().post(path, { message, signature }, from)
    expectRefusal(refused, 'siwe_wrong_signature')
  }
  signedIn(await verify(owner, await wallet.prove(owner)))
})

test('all addresses of a network count together, and other networks do not', async () => {
  async function refusedFrom(address: string): Promise<number> {
    const client = visitor()
    const proof = await new TestWallet().prove(client, { chainId: 1 })
    const from = { 'X-Forwarded-For': address }
    const path = '/api/auth/siwe/verify'
    return (await client.post(path, proof, from)).status
  }
  for (let failure = 1; failure <= 21; failure += 1) {
    const subnet = String(failure).padStart(2, '0')
    expect(await refusedFrom(`2001:db8:1:2${subnet}::1`)).toBe(403)
  }
  expect(await refusedFrom('2001:db8:1:2ff::1')).toBe(429)
  expect(await refusedFrom('2001:db8:1:300::1')).toBe(403)
})

test('a page learns which chain the house is on', async () => {
  const { body } = await visitor().get('/api/auth/siwe')
  const name = 'Binance Smart Chain Testnet'
  expect(body).toEqual({ network: { chainId: 97, name } })
})
