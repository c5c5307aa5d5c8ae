import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  openChainHouse,
} from '../../testing/chain-house.ts'

const house = await openChainHouse()
const { chain } = house

test('a payment is credited at its sixth confirmation, and not at its fifth', async () => {
  const player = await house.newDepositor()
  const payment = await chain.pay(player.wallet, parseEther('0.05'))
  await depositOnce(player, { status: 'pending', confirmations: 1 })
  await chain.mine(4)
  const waiting = await depositOnce(player, { confirmations: 5 })
  expect(waiting).toMatchObject({
    txHash: payment.transactionHash,
    amount: '0.05',
    cryptoType: 'tBNB',
    status: 'pending',
    coins: 5_000,
    confirmedAt: null,
  })
  expect(await balanceOf(player)).toBe(1_000)

  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed', confirmations: 6 })
  expect(await balanceOf(player)).toBe(6_000)
})
