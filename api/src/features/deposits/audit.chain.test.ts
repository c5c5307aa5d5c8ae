import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { depositOnce, openChainServer } from '#testing/chain/chain-server.ts'
import { openChain } from '../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../platform/logger.ts'
import { auditDeposits } from './deposit-audit.service.ts'

const server = await openChainServer()
const { chain } = server
const rpcUrl = chain.env.RPC_URL
const { deployment } = chain

async function violations(): Promise<number[]> {
  const log = makeLogger('silent')
  const own = await openChain({ rpcUrls: [rpcUrl], deployment }, { log })
  const findings = await auditDeposits(server.platform.db, own)
  return findings.map((finding) => finding.violations)
}

test('what was credited is found again, and missed once it is dropped', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  const { GUMBY } = deployment.tokens
  const id = await chain.client.snapshot()
  const other = await server.newDepositor()
  await chain.payToken(GUMBY, other.wallet, parseEther('100'))
  await chain.mine(6)
  await depositOnce(player, { status: 'confirmed' })
  await depositOnce(other, { status: 'confirmed' })
  expect(await violations()).toEqual([0, 0])

  await chain.client.revert({ id })
  await chain.mine(20)
  expect(await violations()).toEqual([1, 1])
})
