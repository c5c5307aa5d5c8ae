import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'

const server = await openChainServer({ env: { REVERSE_AFTER_SECONDS: '2' } })
const { chain } = server
const { GUMBY } = chain.deployment.tokens

test('too little that the chain undid takes nothing from what comes after it', async () => {
  const player = await server.newDepositor()
  const id = await chain.client.snapshot()
  await chain.payToken(GUMBY, player.wallet, parseEther('50'))
  await chain.mine(6)
  await depositOnce(player, { status: 'below_minimum' })
  await chain.client.revert({ id })
  await chain.mine(10)
  await chain.payToken(GUMBY, player.wallet, parseEther('100'))
  const settled = async () => {
    await chain.mine(1)
    return depositsOf(player)
  }
  await expect.poll(settled, { interval: 500 }).toMatchObject([
    { status: 'confirmed', amount: '100', coins: 100 },
    { status: 'rejected', amount: '50', confirmations: 0 },
  ])
  expect(await balanceOf(player)).toBe(1_100)
})
