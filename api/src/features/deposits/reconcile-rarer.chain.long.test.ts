import { type Address, parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { lowerCase } from '#core/chain/lower-case.ts'
import {
  activeWallet,
  balanceOf,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { depositsBecome, insidePayer } from '#testing/chain/inside-payments.ts'
import { newWallet } from '#testing/chain/local-chain.ts'
import { sweepsOn } from '#testing/chain/sweeps-on.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import { databaseOn } from '../../platform/db/database.ts'

const server = await openChainServer()
const { chain } = server
const { GUMBY } = chain.deployment.tokens
await server.close()
let api = await startApi()
afterAll(() => api.close())

const payInside = await insidePayer(chain)

function startApi(env = server.env): Promise<TestApi> {
  return server.startApi({ env })
}

/** In whichever order, beside what the house itself sent. */
async function sameOnceSettled(
  player: Pick<TestPlayer, 'client'>,
  described: readonly object[],
) {
  const settled = async () => {
    await chain.mine(1)
    const deposits = await depositsOf(player)
    return deposits.filter(({ status }) => status !== 'rejected')
  }
  const polling = { interval: 500 }
  await expect.poll(settled, polling).toHaveLength(described.length)
  const all = described.map((one) => expect.objectContaining(one))
  await expect.poll(settled, polling).toEqual(expect.arrayContaining(all))
}

/** A wallet that was paid before the registry knew it. */
async function paidTooEarly(...amounts: string[]) {
  await api.close()
  // Without an account of its own the house can not register it.
  const { OPERATOR_PRIVATE_KEY: _, ...env } = server.env
  api = await startApi(env)
  const player = await newPlayer(api.origin)
  await player.client.post('/api/wallet/generate')
  const { rows } = await server.pool.query<{ address: Address }>(
    'SELECT address FROM wallet_keys WHERE user_id = $1',
    [player.id],
  )
  const wallet = rows[0]?.address
  if (!wallet) throw new Error('The player has no wallet')
  const hashes: string[] = []
  for (const amount of amounts) {
    const { transactionHash } = await chain.pay(wallet, parseEther(amount))
    hashes.push(transactionHash)
  }
  const token = await chain.payToken(GUMBY, wallet, parseEther('150'))
  await chain.mine(6)
  await api.close()
  api = await startApi()
  const client = player.client.at(api.origin)
  await activeWallet({ client })
  return { player: { ...player, client }, wallet, hashes, token }
}

test('found dust is listed as below the minimum', async () => {
  const player = await server.newDepositor(api.origin)
  await payInside(player.wallet, '0.001')
  await depositsBecome(chain, player, [
    { txHash: null, status: 'below_minimum', amount: '0.001', coins: 0 },
  ])
  expect(await balanceOf(player)).toBe(1_000)
})

test('what came before the registration is found: tokens with their transaction', async () => {
  const { player, token, hashes } = await paidTooEarly('0.05')
  await depositsBecome(chain, player, [
    { txHash: null, cryptoType: 'tBNB', coins: 5_000, status: 'confirmed' },
    {
      txHash: token.transactionHash,
      cryptoType: 'GUMBY',
      coins: 150,
      status: 'confirmed',
    },
  ])
  expect(await balanceOf(player)).toBe(6_150)

  const [txHash] = hashes
  const answer = await player.client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({
    deposits: [{ txHash, coins: 5_000, status: 'confirmed' }],
  })
  expect(await depositsOf(player)).toHaveLength(2)
  expect(await balanceOf(player)).toBe(6_150)
})

test('payments that were found together can each be told from the rest', async () => {
  const { player, hashes } = await paidTooEarly('0.02', '0.004', '0.03')
  const found = { txHash: null, status: 'confirmed', cryptoType: 'tBNB' }
  const token = { cryptoType: 'GUMBY', coins: 150 }
  await depositsBecome(chain, player, [{ ...found, coins: 5_400 }, token])
  const remaining = [5_000, 3_000, 0]
  for (const [at, txHash] of [hashes[1], hashes[0], hashes[2]].entries()) {
    await player.client.post('/api/wallet/recheck', { txHash })
    const deposits = await depositsOf(player)
    const unknown = deposits.filter((deposit) => deposit.txHash === null)
    const rest = unknown.reduce((sum, { coins }) => sum + coins, 0)
    expect(rest).toBe(remaining[at])
    expect(await balanceOf(player)).toBe(6_550)
  }
  // The one found is now known as the last of them.
  expect(await depositsOf(player)).toMatchObject([
    { coins: 2_000, txHash: hashes[0] },
    { coins: 400, txHash: hashes[1], status: 'confirmed' },
    { coins: 3_000, txHash: hashes[2] },
    token,
  ])
})

test('what was swept to the treasury was received, and the gas for it was not', async () => {
  await api.close()
  const treasury = newWallet()
  api = await startApi({ ...server.env, TREASURY_ADDRESS: treasury })
  const player = await server.newDepositor(api.origin)
  await payInside(player.wallet, '0.05')
  const amount = parseEther('150')
  await chain.payToken(GUMBY, player.wallet, amount)
  const swept = [
    { txHash: expect.any(String), coins: 150, status: 'confirmed' },
    { txHash: null, coins: 5_000, status: 'confirmed' },
  ]
  await sameOnceSettled(player, swept)

  const sweeps = await sweepsOn(databaseOn(server.pool), chain.deployment)
  const wallet = lowerCase(player.wallet)
  const asked = { treasury: lowerCase(treasury), requestedBy: 'a test' }
  await sweeps.request(asked, [{ wallet, asset: 'GUMBY', amount }])
  await expect
    .poll(
      async () => {
        await chain.mine(1)
        return sweeps.current()
      },
      { interval: 500 },
    )
    .toBeUndefined()
  expect(await chain.token(GUMBY).read.balanceOf([treasury])).toBe(amount)

  await payInside(player.wallet, '0.01')
  await sameOnceSettled(player, [
    ...swept,
    { txHash: null, coins: 1_000, status: 'confirmed' },
  ])
  expect(await balanceOf(player)).toBe(7_150)
})

test('what the house sends is no gap', async () => {
  const player = await server.newDepositor(api.origin)
  const value = parseEther('0.05')
  const operator = chain.as(chain.operator)
  await chain.mined(
    await chain.client.sendTransaction({
      ...operator,
      to: player.wallet,
      value,
    }),
  )
  await depositsBecome(chain, player, [{ status: 'rejected' }])
  await payInside(player.wallet, '0.01')
  await depositsBecome(chain, player, [
    { txHash: null, coins: 1_000, status: 'confirmed' },
    { status: 'rejected' },
  ])
  expect(await balanceOf(player)).toBe(2_000)
})
