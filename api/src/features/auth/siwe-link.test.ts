import { beforeEach, describe, expect, test } from 'vitest'
import { type User, user } from '#core/schemas/user.ts'
import { link, SITE, TestWallet, verify } from '#testing/chain/test-wallet.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { PUBLIC_URL: SITE.origin } })

beforeEach(() => server.pool.query('DELETE FROM login_failures'))

const visitor = () => new TestClient(server.origin)

const unlink = (client: TestClient): Promise<Answer> =>
  client.post('/api/auth/siwe/unlink')

function fine(answer: Answer): User {
  expect(answer.status, answer.text).toBe(200)
  return user.parse(answer.body)
}

function expectConflict({ status, body }: Answer, code: string): void {
  expect({ status, body }).toMatchObject({ status: 409, body: { code } })
}

test('a linked wallet signs in to the account, as its password does', async () => {
  const [{ client, id, username }, wallet] = [
    await server.newPlayer(),
    new TestWallet(),
  ]
  const linked = fine(await link(client, await wallet.prove(client)))
  expect(linked).toMatchObject({ id, wallet: { address: wallet.address } })
  expect((await client.get('/api/user')).body).toEqual(linked)

  const phone = visitor()
  const byWallet = fine(await verify(phone, await wallet.prove(phone)))
  expect(byWallet).toMatchObject({ id, username })
  const login = { username, password: PASSWORD }
  expect(fine(await visitor().post('/api/login', login))).toEqual(linked)
})

test('linking the same wallet again changes nothing', async () => {
  const [{ client }, wallet] = [await server.newPlayer(), new TestWallet()]
  const linked = fine(await link(client, await wallet.prove(client)))
  expect(fine(await link(client, await wallet.prove(client)))).toEqual(linked)
})

test('an unlinked wallet is free: it makes an account of its own', async () => {
  const [{ client, id }, wallet] = [await server.newPlayer(), new TestWallet()]
  fine(await link(client, await wallet.prove(client)))
  expect(fine(await unlink(client)).wallet).toBeUndefined()
  expect(fine(await unlink(client)).wallet).toBeUndefined()

  const phone = visitor()
  const own = fine(await verify(phone, await wallet.prove(phone)))
  expect(own).toMatchObject({ username: wallet.address })
  expect(own.id).not.toBe(id)
})

test('a wallet is not linked to a second account', async () => {
  const [first, second] = [await server.newPlayer(), await server.newPlayer()]
  const wallet = new TestWallet()
  fine(await link(first.client, await wallet.prove(first.client)))
  const proof = await wallet.prove(second.client)
  expectConflict(await link(second.client, proof), 'wallet_taken')
})

test('an honest proof that can not be linked counts as no failure', async () => {
  const [first, second] = [await server.newPlayer(), await server.newPlayer()]
  const wallet = new TestWallet()
  fine(await link(first.client, await wallet.prove(first.client)))
  for (let time = 1; time <= 22; time += 1) {
    const proof = await wallet.prove(second.client)
    expectConflict(await link(second.client, proof), 'wallet_taken')
  }
})

test('an account does not get a second wallet', async () => {
  const { client } = await server.newPlayer()
  fine(await link(client, await new TestWallet().prove(client)))
  const proof = await new TestWallet().prove(client)
  expectConflict(await link(client, proof), 'wallet_linked')
})

test('the only way into an account is not unlinked', async () => {
  const [client, wallet] = [visitor(), new TestWallet()]
  const made = fine(await verify(client, await wallet.prove(client)))
  expectConflict(await unlink(client), 'last_way_in')
  expect((await client.get('/api/user')).body).toEqual(made)
})

describe('a first password', () => {
  const newPassword = (client: TestClient, password: string) =>
    client.post('/api/user/password', { password })

  test('opens the account, so that its wallet can be unlinked', async () => {
    const [client, wallet] = [visitor(), new TestWallet()]
    const made = fine(await verify(client, await wallet.prove(client)))
    const after = fine(await newPassword(client, PASSWORD))
    const { address } = wallet
    expect(after.wallet).toEqual({ address, isOnlyWayIn: false })
    const login = { username: address.toLowerCase(), password: PASSWORD }
    expect(fine(await visitor().post('/api/login', login)).id).toBe(made.id)
    expect(fine(await unlink(client)).wallet).toBeUndefined()
  })

  test('is not set over another', async () => {
    const client = visitor()
    fine(await verify(client, await new TestWallet().prove(client)))
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((each) => newPassword(client, each)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBe(2)
    for (const answer of refused) expectConflict(answer, 'password_set')

    const { client: bea, username } = await server.newPlayer()
    expectConflict(await newPassword(bea, 'another'), 'password_set')
    const login = { username, password: PASSWORD }
    fine(await visitor().post('/api/login', login))
  })

  test('is for the signed-in, and not empty', async () => {
    expect((await newPassword(visitor(), PASSWORD)).status).toBe(401)
    const client = visitor()
    fine(await verify(client, await new TestWallet().prove(client)))
    expect((await newPassword(client, '')).status).toBe(400)
    expectConflict(await unlink(client), 'last_way_in')
  })

  test('leaves its name to the account when the wallet comes back', async () => {
    const [client, wallet] = [visitor(), new TestWallet()]
    fine(await verify(client, await wallet.prove(client)))
    fine(await newPassword(client, PASSWORD))
    fine(await unlink(client))
    const stranger = visitor()
    const refused = await verify(stranger, await wallet.prove(stranger))
    expectConflict(refused, 'username_taken')
    fine(await link(client, await wallet.prove(client)))
    fine(await verify(stranger, await wallet.prove(stranger)))
  })
})

test('of players who link one wallet at once, one gets it', async () => {
  const wallet = new TestWallet()
  const players = await Promise.all(
    Array.from({ length: 5 }, () => server.newPlayer()),
  )
  const proven = await Promise.all(
    players.map(async ({ client }) => ({
      client,
      proof: await wallet.prove(client),
    })),
  )
  const answers = await Promise.all(
    proven.map(({ client, proof }) => link(client, proof)),
  )
  const [linked, ...refused] = answers.toSorted((a, b) => a.status - b.status)
  expect(linked?.status).toBe(200)
  for (const answer of refused) expectConflict(answer, 'wallet_taken')
})

test('of a link and a first sign-in at once, one gets the wallet', async () => {
  const [{ client, id }, stranger, wallet] = [
    await server.newPlayer(),
    visitor(),
    new TestWallet(),
  ]
  const [toLink, toVerify] = [
    await wallet.prove(client),
    await wallet.prove(stranger),
  ]
  const [linked, verified] = await Promise.all([
    link(client, toLink),
    verify(stranger, toVerify),
  ])
  const owner = fine(verified)
  if (linked.status === 200) expect(owner.id).toBe(id)
  else expectConflict(linked, 'wallet_taken')
  const { rows } = await server.pool.query(
    'SELECT user_id FROM sign_in_wallets WHERE address = $1',
    [wallet.address],
  )
  expect(rows).toEqual([{ user_id: owner.id }])
})

test('only the signed-in link and unlink', async () => {
  const client = visitor()
  const proof = await new TestWallet().prove(client)
  for (const answer of [await link(client, proof), await unlink(client)]) {
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'signed_out' })
  }
})

test('a proof for another chain links nothing', async () => {
  const { client } = await server.newPlayer()
  const proof = await new TestWallet().prove(client, { chainId: 1 })
  const answer = await link(client, proof)
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ code: 'siwe_wrong_chain' })
})
