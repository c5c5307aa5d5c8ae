import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import {
  down,
  type Fault,
  lyingAboutLogs,
  onAnotherBranch,
} from '#testing/chain/faulty-node.ts'

const FINAL_AFTER = 8

const server = await openChainServer({ nodes: 2, finalAfter: FINAL_AFTER })
const { chain, nodes } = server
const { GUMBY } = chain.deployment.tokens

async function disagreements(): Promise<number> {
  const { values } = await server.platform.metrics.rpcDisagreements.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

test('waits beyond six confirmations for a block that the chain calls final', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(FINAL_AFTER - 1)
  await depositOnce(player, { status: 'pending', confirmations: 6 })
  expect(await balanceOf(player)).toBe(1_000)
  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed' })
})

test.each<[string, Fault]>([
  ['another block at that height', onAnotherBranch],
  ['another amount in that block', lyingAboutLogs],
])('credits nothing while one node shows %s', async (_name, fault) => {
  for (const faulty of nodes) {
    const player = await server.newDepositor()
    await chain.payToken(GUMBY, player.wallet, parseEther('150'))
    await depositOnce(player, { status: 'pending' })
    const before = await disagreements()
    faulty.be(fault)
    await chain.mine(FINAL_AFTER)
    await expect.poll(disagreements).toBeGreaterThan(before)
    await depositOnce(player, { status: 'pending' })
    expect(await balanceOf(player)).toBe(1_000)

    faulty.be()
    await depositOnce(player, { status: 'confirmed', coins: 150 })
    expect(await balanceOf(player)).toBe(1_150)
  }
})

test('credits by the other node while one is down', async () => {
  for (const faulty of nodes) {
    const player = await server.newDepositor()
    faulty.be(down)
    await chain.pay(player.wallet, parseEther('0.05'))
    await chain.mine(FINAL_AFTER)
    await depositOnce(player, { status: 'confirmed', coins: 5_000 })
    faulty.be()
  }
})

test('credits other payments while both nodes fail at one', async () => {
  const first = await server.newDepositor()
  const second = await server.newDepositor()
  const { transactionHash } = await chain.pay(first.wallet, parseEther('0.01'))
  await chain.pay(second.wallet, parseEther('0.02'))
  let failures = 0
  const failing: Fault = (truth) => (request) => {
    const isReceipt = request.method === 'eth_getTransactionReceipt'
    if (!isReceipt || request.params[0] !== transactionHash) {
      return truth(request)
    }
    failures += 1
    return { error: { code: -32_000, message: 'header not found' } }
  }
  for (const node of nodes) node.be(failing)
  await chain.mine(FINAL_AFTER)
  await depositOnce(second, { status: 'confirmed', coins: 2_000 })
  await depositOnce(first, { status: 'pending', confirmations: 6 })
  expect(failures).toBeGreaterThan(0)

  for (const node of nodes) node.be()
  await depositOnce(first, { status: 'confirmed', coins: 1_000 })
})
