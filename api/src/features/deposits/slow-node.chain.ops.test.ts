import { setTimeout as sleep } from 'node:timers/promises'
import { parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  balanceOf,
  openChainHouse,
  PATIENCE,
} from '../../testing/chain-house.ts'
import { type Fault, startFaultyNode } from '../../testing/faulty-node.ts'

/** Longer than a tick may take up payments, over all that one has to ask. */
const SLOW_MS = 300
const slow: Fault = (truth) => async (request) => {
  await sleep(SLOW_MS)
  return truth(request)
}

const house = await openChainHouse()
const { chain } = house
const node = await startFaultyNode(chain.env.RPC_URL, slow)
afterAll(() => node.close())
await house.close()
const api = await house.startApi({ env: { ...house.env, RPC_URL: node.url } })

test('however slow the node is, deposits are credited', async () => {
  const player = await house.newDepositor(api.origin)
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(5)
  await expect.poll(() => balanceOf(player), PATIENCE).toBe(6_000)
})
