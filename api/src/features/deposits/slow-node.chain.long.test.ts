import { setTimeout as sleep } from 'node:timers/promises'
import { parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { balanceOf, openChainServer } from '#testing/chain/chain-server.ts'
import { type Fault, startFaultyNode } from '#testing/chain/faulty-node.ts'

/** Longer than a tick may take up payments, over all that one has to ask. */
const SLOW_MS = 300
const slow: Fault = (truth) => async (request) => {
  await sleep(SLOW_MS)
  return truth(request)
}

const server = await openChainServer()
const { chain } = server
const node = await startFaultyNode(chain.env.RPC_URL, slow)
afterAll(() => node.close())
await server.close()
const api = await server.startApi({ env: { ...server.env, RPC_URL: node.url } })

test('however slow the node is, deposits are credited', async () => {
  const player = await server.newDepositor(api.origin)
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(5)
  await expect.poll(() => balanceOf(player)).toBe(6_000)
})
