import { type Address, type Hash, parseEther, parseGwei } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  activeWallet,
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { deployOn } from '#testing/chain/deploy-on.ts'
import { depositsBecome } from '#testing/chain/inside-payments.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../../../contracts/generated/batch-payer.ts'

const server = await openChainServer()
const { chain } = server
await server.close()
const env: NodeJS.ProcessEnv = { ...server.env, REVERSE_AFTER_SECONDS: '2' }
let api = await startApi(env)
afterAll(() => api.close())

const batch = await deployOn(chain, {
  abi: batchPayerAbi,
  bytecode: batchPayerBytecode,
})

function startApi(own: NodeJS.ProcessEnv): Promise<TestApi> {
  return server.startApi({ env: own })
}

async function restart(own: NodeJS.ProcessEnv): Promise<void> {
  await api.close()
  api = await startApi(own)
}

/** The same fees and nonce make the same transaction. */
const FEES = {
  maxFeePerGas: parseGwei('10'),
  maxPriorityFeePerGas: parseGwei('1'),
}

async function send(to: Address, from = chain.payer): Promise<Hash> {
  const value = parseEther('0.05')
  const payment = { ...chain.as(from), ...FEES, to, value }
  const hash = await chain.client.sendTransaction(payment)
  await chain.mined(hash)
  return hash
}

async function payInside(wallet: Address) {
  const value = parseEther('0.05')
  await chain.mined(
    await chain.client.writeContract({
      ...chain.as(chain.payer),
      ...FEES,
      address: batch,
      abi: batchPayerAbi,
      functionName: 'payNative',
      args: [[wallet], [value]],
      value,
    }),
  )
}

async function blockOf({ id }: Pick<TestPlayer, 'id'>): Promise<number> {
  const { rows } = await server.pool.query<{ block: number }>(
    'SELECT block_number::int AS block FROM crypto_deposits WHERE user_id = $1',
    [id],
  )
  return rows[0]?.block ?? 0
}

test('what was found is taken back when the chain has undone it for good', async () => {
  const player = await server.newDepositor(api.origin)
  const id = await chain.client.snapshot()
  await payInside(player.wallet)
  const found = { txHash: null, coins: 5_000 }
  await depositsBecome(chain, player, [{ ...found, status: 'confirmed' }])
  await chain.client.revert({ id })
  await chain.mine(20)
  await depositsBecome(chain, player, [{ ...found, status: 'reversed' }])
  expect(await balanceOf(player)).toBe(1_000)
})

test('what was found stays credited, once, when it is mined again in another block', async () => {
  // On a slow machine it comes back after seconds that would be enough to reverse it.
  await restart({ ...env, REVERSE_AFTER_SECONDS: '20' })
  const player = await server.newDepositor(api.origin)
  const id = await chain.client.snapshot()
  await payInside(player.wallet)
  const confirmed = { txHash: null, coins: 5_000, status: 'confirmed' }
  await depositsBecome(chain, player, [confirmed])
  const before = await blockOf(player)
  await chain.client.revert({ id })
  await chain.mine(12)
  await payInside(player.wallet)
  const moved = async () => {
    await chain.mine(1)
    return blockOf(player)
  }
  await expect.poll(moved, { interval: 500 }).toBeGreaterThan(before)
  await depositsBecome(chain, player, [confirmed])
  expect(await balanceOf(player)).toBe(6_000)
})

test('what was found and taken back is credited anew when it is mined after all', async () => {
  await restart(env)
  const player = await server.newDepositor(api.origin)
  const id = await chain.client.snapshot()
  await payInside(player.wallet)
  const found = { txHash: null, coins: 5_000 }
  await depositsBecome(chain, player, [{ ...found, status: 'confirmed' }])
  await chain.client.revert({ id })
  await chain.mine(20)
  await depositsBecome(chain, player, [{ ...found, status: 'reversed' }])
  await payInside(player.wallet)
  await depositsBecome(chain, player, [
    { ...found, status: 'confirmed' },
    { ...found, status: 'reversed' },
  ])
  expect(await balanceOf(player)).toBe(6_000)
})

test('a payment that no block has any more ends, and is credited if it comes back', async () => {
  const player = await server.newDepositor(api.origin)
  const id = await chain.client.snapshot()
  await send(player.wallet)
  const { id: depositId } = await depositOnce(player, { status: 'pending' })
  await chain.client.revert({ id })
  await chain.mine(10)
  await depositsBecome(chain, player, [
    {
      id: depositId,
      status: 'rejected',
      confirmations: 0,
      reason:
        'No block has it any more: it was dropped, or another took its place.',
    },
  ])
  await send(player.wallet)
  await depositsBecome(chain, player, [{ id: depositId, status: 'confirmed' }])
  expect(await balanceOf(player)).toBe(6_000)
})

/** A player whose wallet was paid before the registry knew it. */
async function paidTooEarly(from: Address) {
  // Without an account of its own the house can not register it.
  const { OPERATOR_PRIVATE_KEY: _, ...own } = env
  await restart(own)
  const player = await newPlayer(api.origin)
  await player.client.post('/api/wallet/generate')
  const { rows } = await server.pool.query<{ address: Address }>(
    'SELECT address FROM wallet_keys WHERE user_id = $1',
    [player.id],
  )
  const wallet = rows[0]?.address
  if (!wallet) throw new Error('The player has no wallet')
  const id = await chain.client.snapshot()
  const hash = await send(wallet, from)
  await chain.mine(6)
  await restart(env)
  const client = player.client.at(api.origin)
  await activeWallet({ client })
  await depositsBecome(chain, { client }, [
    { txHash: null, coins: 5_000, status: 'confirmed' },
  ])
  return { player: { client }, wallet, hash, id }
}

test('what was found is not credited again when its payment is known in a later block', async () => {
  const { player, wallet, hash, id } = await paidTooEarly(chain.payer)
  await chain.client.revert({ id })
  await chain.mine(30)
  expect(await send(wallet)).toBe(hash)
  await chain.mine(6)
  await activeWallet(player)
  const { status } = await player.client.post('/api/wallet/recheck', {
    txHash: hash,
  })
  expect(status).toBe(200)
  await depositsBecome(chain, player, [
    { txHash: hash, coins: 5_000, status: 'confirmed' },
  ])
  expect(await balanceOf(player)).toBe(6_000)
})

test('what was found is taken back when the house itself turns out to have sent it', async () => {
  const { player, hash } = await paidTooEarly(chain.operator)
  expect(await balanceOf(player)).toBe(6_000)
  await player.client.post('/api/wallet/recheck', { txHash: hash })
  await depositsBecome(chain, player, [
    {
      txHash: hash,
      status: 'rejected',
      reason: 'Sent by the house itself: it brings no coins.',
    },
    { txHash: null, status: 'reversed' },
  ])
  expect(await balanceOf(player)).toBe(1_000)
})
