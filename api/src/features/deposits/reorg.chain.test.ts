import { type Address, parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'

const server = await openChainServer()
const { chain } = server
const UNSEEN = 'The chain does not show it at the moment.'

/** The same fees and nonce make the same transaction. */
async function send(to: Address) {
  const hash = await chain.client.sendTransaction({
    ...chain.as(chain.payer),
    to,
    value: parseEther('0.05'),
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  })
  return chain.mined(hash)
}

test('a payment that a reorganisation removes before the sixth block is not credited', async () => {
  const player = await server.newDepositor()
  const id = await chain.client.snapshot()
  await send(player.wallet)
  await chain.mine(4)
  await depositOnce(player, { status: 'pending', confirmations: 5 })

  await chain.client.revert({ id })
  await chain.mine(12)
  await depositOnce(player, {
    status: 'pending',
    confirmations: 0,
    reason: UNSEEN,
  })
  await chain.mine(6)
  await depositOnce(player, { status: 'pending', confirmations: 0 })
  expect(await balanceOf(player)).toBe(1_000)
})

test('a payment that is mined again counts anew, and is credited once', async () => {
  const player = await server.newDepositor()
  const id = await chain.client.snapshot()
  const first = await send(player.wallet)
  await chain.mine(3)
  const before = await depositOnce(player, { confirmations: 4 })

  await chain.client.revert({ id })
  await chain.mine(6)
  await depositOnce(player, { confirmations: 0 })
  const second = await send(player.wallet)
  expect(second.transactionHash).toBe(first.transactionHash)
  expect(second.blockNumber).toBeGreaterThan(first.blockNumber)
  await depositOnce(player, { status: 'pending', confirmations: 1 })
  await chain.mine(4)
  await depositOnce(player, { status: 'pending', confirmations: 5 })
  await chain.mine(1)
  await depositOnce(player, { id: before.id, status: 'confirmed' })
  expect(await balanceOf(player)).toBe(6_000)
})

test('a payment that moves to a later block waits for six from there', async () => {
  const player = await server.newDepositor()
  const id = await chain.client.snapshot()
  await send(player.wallet)
  await depositOnce(player, { confirmations: 1 })

  await chain.client.revert({ id })
  await chain.mine(4)
  await send(player.wallet)
  await chain.mine(4)
  await depositOnce(player, { status: 'pending', confirmations: 5 })
  expect(await balanceOf(player)).toBe(1_000)
  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed' })
  expect(await balanceOf(player)).toBe(6_000)
})

test('a deposit after blocks that hardhat_mine only reserved is credited', async () => {
  const player = await server.newDepositor()
  await chain.client.mine({ blocks: 12 })
  await send(player.wallet)
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed' })
  expect(await balanceOf(player)).toBe(6_000)
})

test('a deposit is credited after a reorganisation into reserved blocks', async () => {
  const player = await server.newDepositor()
  const id = await chain.client.snapshot()
  await send(player.wallet)
  await depositOnce(player, { status: 'pending', confirmations: 1 })
  await chain.client.revert({ id })
  await chain.client.mine({ blocks: 12 })
  await depositOnce(player, { status: 'pending', confirmations: 0 })
  await send(player.wallet)
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed' })
  expect(await balanceOf(player)).toBe(6_000)
})
