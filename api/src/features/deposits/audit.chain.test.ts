import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { openChain } from '../../platform/chain/chain.ts'
import { makeLogger } from '../../platform/logger.ts'
import { depositOnce, openChainHouse } from '../../testing/chain-house.ts'
import { auditDeposits } from './deposit-audit.ts'

const house = await openChainHouse()
const { chain } = house
const rpcUrl = chain.env.RPC_URL
const { deployment } = chain

async function violations(): Promise<number> {
  const own = await openChain({ rpcUrl, deployment }, makeLogger('silent'))
  return (await auditDeposits(house.platform.db, own)).violations
}

test('what was credited is found again, and missed once it is gone', async () => {
  const player = await house.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  const { GUMBY } = deployment.tokens
  const id = await chain.client.snapshot()
  const other = await house.newDepositor()
  await chain.payToken(GUMBY, other.wallet, parseEther('100'))
  await chain.mine(6)
  await depositOnce(player, { status: 'confirmed' })
  await depositOnce(other, { status: 'confirmed' })
  expect(await violations()).toBe(0)

  await chain.client.revert({ id })
  await chain.mine(8)
  expect(await violations()).toBe(1)
})
