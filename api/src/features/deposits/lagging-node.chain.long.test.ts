import { parseEther } from 'viem'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import {
  answerOf,
  type RpcAnswer,
  startNode,
} from '#testing/chain/test-node.ts'

const server = await openChainServer()
const { chain } = server
const truth = answerOf(chain.env.RPC_URL)
let answer = truth
const node = await startNode((request) => answer(request))
afterEach(() => {
  answer = truth
})
afterAll(() => node.close())

// The only process that watches deposits asks through the node above.
await server.close()
const api = await server.startApi({ env: { ...server.env, RPC_URL: node.url } })

/** Has one question answered otherwise, and counts how often it was asked. */
function lieAbout(method: string, lie: RpcAnswer) {
  const asked = { times: 0 }
  answer = (request) => {
    if (request.method !== method) return truth(request)
    asked.times += 1
    return lie(request)
  }
  return asked
}

async function inAnotherBlock(request: Parameters<RpcAnswer>[0]) {
  const reply = await truth(request)
  const blockHash = `0x${'0'.repeat(64)}`
  if (!('result' in reply)) return reply
  return { result: { ...Object(reply.result), blockHash } }
}

test.each<[string, RpcAnswer]>([
  ['does not have the transaction', () => ({ result: null })],
  ['has the transaction in another block', inAnotherBlock],
])('a node that %s yet takes nothing from the player', async (_name, lie) => {
  const player = await server.newDepositor(api.origin)
  const asked = lieAbout('eth_getTransactionByHash', lie)
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(5)
  await expect.poll(() => asked.times).toBeGreaterThan(0)
  await depositOnce(player, { status: 'pending', confirmations: 6 })
  expect(await balanceOf(player)).toBe(1_000)

  answer = truth
  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(player)).toBe(6_000)
})

test('nothing is credited while the node does not tell what is final', async () => {
  const player = await server.newDepositor(api.origin)
  await chain.pay(player.wallet, parseEther('0.05'))
  const asked = lieAbout('eth_getBlockByNumber', (request) =>
    request.params[0] === 'finalized'
      ? { error: { code: 429, message: 'Too many requests' } }
      : truth(request),
  )
  await chain.mine(5)
  await depositOnce(player, { status: 'pending', confirmations: 6 })
  const before = asked.times
  await expect.poll(() => asked.times).toBeGreaterThan(before + 10)
  expect(await balanceOf(player)).toBe(1_000)

  answer = truth
  await depositOnce(player, { status: 'confirmed' })
  expect(await balanceOf(player)).toBe(6_000)
})

test.each([
  ['0.05', 'confirmed', 5_000, 6_000],
  ['0.001', 'below_minimum', 0, 1_000],
])(
  '%s that was recorded as more is settled as it is on the chain',
  async (...row) => {
    const [amount, status, coins, balance] = row
    const player = await server.newDepositor(api.origin)
    await chain.pay(player.wallet, parseEther(amount))
    const { id } = await depositOnce(player, { status: 'pending' })
    await server.pool.query(
      'UPDATE crypto_deposits SET amount = $2, coins = 7000 WHERE id = $1',
      [id, parseEther('0.07')],
    )
    await chain.mine(5)
    await depositOnce(player, { status, coins, amount })
    expect(await balanceOf(player)).toBe(balance)
  },
)

test('a payment that the node fails at holds up no other', async () => {
  const [first, second] = [
    await server.newDepositor(api.origin),
    await server.newDepositor(api.origin),
  ]
  const { transactionHash } = await chain.pay(first.wallet, parseEther('0.01'))
  await chain.pay(second.wallet, parseEther('0.02'))
  const asked = lieAbout('eth_getTransactionReceipt', (request) =>
    request.params[0] === transactionHash
      ? { error: { code: -32_000, message: 'header not found' } }
      : truth(request),
  )
  await chain.mine(5)
  await depositOnce(second, { status: 'confirmed', coins: 2_000 })
  await depositOnce(first, { status: 'pending', confirmations: 6 })
  expect(asked.times).toBeGreaterThan(0)

  answer = truth
  await depositOnce(first, { status: 'confirmed', coins: 1_000 })
})

test('what was rejected over a lie is credited once the truth is told', async () => {
  const player = await server.newDepositor(api.origin)
  lieAbout('eth_getTransactionReceipt', async (request) => {
    const reply = await truth(request)
    if (!('result' in reply)) return reply
    return { result: { ...Object(reply.result), logs: [] } }
  })
  const { GUMBY } = chain.deployment.tokens
  const { transactionHash: txHash } = await chain.payToken(
    GUMBY,
    player.wallet,
    parseEther('150'),
  )
  await chain.mine(5)
  await depositOnce(player, { status: 'rejected', confirmations: 0 })
  answer = truth
  const { status } = await player.client.post('/api/wallet/recheck', { txHash })
  expect(status).toBe(200)
  await depositOnce(player, { status: 'confirmed', coins: 150 })
  expect(await balanceOf(player)).toBe(1_150)
})
