import { parseEther, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import {
  activeWallet,
  findInfo,
  openUnindexedServer,
} from '#testing/chain/chain-server.ts'
import { newWallet } from '#testing/chain/local-chain.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'

const server = await openUnindexedServer()
const { chain } = server
const { client, deployment, operator } = chain
const tokens = Object.values(deployment.tokens)

function requestGift({ client }: Pick<TestPlayer, 'client'>, address: unknown) {
  return client.post('/api/wallet/faucet', { address })
}

function readBalances(wallet: `0x${string}`) {
  return Promise.all([
    client.getBalance({ address: wallet }),
    ...tokens.map((token) => chain.token(token).read.balanceOf([wallet])),
  ])
}

async function countCalls(...statuses: string[]) {
  const { rows } = await server.pool.query<{ calls: number }>(
    `SELECT count(*)::int AS calls FROM outbox_transactions
     WHERE purpose = 'faucet' AND status = ANY ($1)`,
    [statuses],
  )
  return rows[0]?.calls
}

const GIFTS = [parseEther('1'), ...tokens.map(() => parseEther('1000'))]

test('sends each asset to an empty wallet', async () => {
  const player = await server.newPlayer()
  expect((await findInfo(player)).faucet).toEqual({ kind: 'local' })
  const wallet = newWallet()
  const { status, body } = await requestGift(player, wallet)
  expect([status, body]).toEqual([
    202,
    {
      gifts: ASSET_SYMBOLS.map((symbol) => ({
        symbol,
        amount: symbol === 'tBNB' ? '1' : '1000',
      })),
    },
  ])
  await expect.poll(() => readBalances(wallet)).toEqual(GIFTS)
})

test('pays an account that delegates to a contract, with the gas of its code', async () => {
  const player = await server.newPlayer()
  const wallet = newWallet()
  // Contract code that adds two numbers and stops.
  const stops = newWallet()
  await client.setCode({ address: stops, bytecode: '0x600160020100' })
  const bytecode = `0xef0100${stops.slice(2)}` as const
  await client.setCode({ address: wallet, bytecode })
  expect((await requestGift(player, wallet)).status).toBe(202)
  await expect.poll(() => readBalances(wallet)).toEqual(GIFTS)
})

test('limits requests to five in ten minutes while wallets become active', async () => {
  const player = await server.newPlayer()
  const wallets = Array.from({ length: 5 }, newWallet)
  for (const wallet of wallets) {
    expect((await requestGift(player, wallet)).status).toBe(202)
  }
  const depositor = await server.newPlayer()
  await depositor.client.post('/api/wallet/generate')
  await activeWallet(depositor)
  for (const wallet of wallets) {
    await expect.poll(() => readBalances(wallet)).toEqual(GIFTS)
  }
  const refused = await requestGift(player, newWallet())
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ code: 'too_many_requests' })
  expect((await requestGift(depositor, newWallet())).status).toBe(202)
})

describe('refuses', () => {
  test('deposit addresses of any player', async () => {
    const owner = await server.newPlayer()
    await owner.client.post('/api/wallet/generate')
    const wallet = await activeWallet(owner)
    const balances = await readBalances(wallet)
    for (const player of [owner, await server.newPlayer()]) {
      for (const address of [wallet, wallet.toLowerCase()]) {
        const { status, body } = await requestGift(player, address)
        expect([status, body]).toMatchObject([403, { code: 'forbidden' }])
      }
    }
    expect(await readBalances(wallet)).toEqual(balances)
  })

  test.each([
    ['a token', tokens[0], 403],
    ['the registry', deployment.registry, 403],
    ['the house itself', operator, 403],
    ['nobody', zeroAddress, 403],
    ['no address', undefined, 400],
    ['a name', 'me.eth', 400],
    ['a text that is too long', `0x${'ab'.repeat(21)}`, 400],
  ])('%s', async (_whom, address, status) => {
    const answer = await requestGift(await server.newPlayer(), address)
    const code = status === 403 ? 'forbidden' : 'invalid_request'
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test('requests without a session', async () => {
    const { client } = await server.newPlayer()
    await client.post('/api/logout')
    expect((await requestGift({ client }, newWallet())).status).toBe(401)
  })
})

test('limits queued payments, so that registrations are not delayed', async () => {
  const callsEach = 1 + 2 * tokens.length
  const most = Math.floor(50 / callsEach)
  const players = await server.newPlayers(12)
  await client.setAutomine(false)
  const requests = players.map((player) => requestGift(player, newWallet()))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([
    ...Array(most).fill(202),
    ...Array(12 - most).fill(503),
  ])
  await expect.poll(() => countCalls('sent')).toBe(most * callsEach)
  // No block is mined, so sent transactions stay pending.
  expect(
    (await requestGift(await server.newPlayer(), newWallet())).status,
  ).toBe(503)
  await client.setAutomine(true)
  await chain.mine(1)
  await expect.poll(() => countCalls('queued', 'sent')).toBe(0)
})

test('keeps a reserve in the operator account', async () => {
  const player = await server.newPlayer()
  const wallet = newWallet()
  const rich = await client.getBalance({ address: operator })
  await client.setBalance({ address: operator, value: parseEther('101.9') })
  await client.setAutomine(false)
  expect((await requestGift(player, newWallet())).status).toBe(202)
  const { status, body } = await requestGift(player, wallet)
  expect([status, body]).toMatchObject([
    503,
    { code: 'unavailable', message: expect.stringContaining('empty') },
  ])
  await client.setBalance({ address: operator, value: rich })
  expect((await requestGift(player, wallet)).status).toBe(202)
  await client.setAutomine(true)
  await chain.mine(1)
})

test('is off without an operator account', async () => {
  const api = await server.startApi({ env: chain.env })
  const player = await server.newPlayer()
  const visitor = { client: player.client.at(api.origin) }
  expect((await findInfo(visitor)).faucet).toBeNull()
  expect((await requestGift(visitor, newWallet())).status).toBe(404)
})
