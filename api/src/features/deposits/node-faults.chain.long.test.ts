import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import type { Fault } from '#testing/chain/faulty-node.ts'
import type { RpcAnswer } from '#testing/chain/test-node.ts'

const FINAL_AFTER = 8

const server = await openChainServer({ nodes: 2, finalAfter: FINAL_AFTER })
const { chain, nodes } = server
const { GUMBY } = chain.deployment.tokens

/** Has both nodes answer some requests otherwise. @returns how often they did. */
function answerOtherwise(
  isMeant: (method: string, params: readonly unknown[]) => boolean,
  otherwise: (truth: RpcAnswer) => RpcAnswer,
) {
  const asked = { times: 0 }
  const fault: Fault = (truth) => (request) => {
    if (!isMeant(request.method, request.params)) return truth(request)
    asked.times += 1
    return otherwise(truth)(request)
  }
  for (const node of nodes) node.be(fault)
  return asked
}

function mend() {
  for (const node of nodes) node.be()
}

/** Replaces fields of a result. */
const withResult =
  (change: object): Fault =>
  (truth) =>
  async (request) => {
    const reply = await truth(request)
    if (!('result' in reply)) return reply
    return { result: { ...Object(reply.result), ...change } }
  }

test.each<[string, string, Fault]>([
  [
    'show no transaction',
    'eth_getTransactionByHash',
    () => () => ({ result: null }),
  ],
  [
    'show it in another block',
    'eth_getTransactionByHash',
    withResult({ blockHash: `0x${'0'.repeat(64)}` }),
  ],
  [
    'do not say what is final',
    'finalized',
    () => () => ({ error: { code: 429, message: 'Too many requests' } }),
  ],
  [
    'do not know the tag',
    'finalized',
    () => () => ({ error: { code: -32_602, message: 'invalid block tag' } }),
  ],
])('keeps a payment waiting while nodes %s', async (_name, meant, lie) => {
  const player = await server.newDepositor()
  const asked = answerOtherwise(
    (method, params) => method === meant || params[0] === meant,
    lie,
  )
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(FINAL_AFTER)
  await depositOnce(player, { status: 'pending', confirmations: 6 })
  const before = asked.times
  await expect.poll(() => asked.times).toBeGreaterThan(before + 4)
  expect(await balanceOf(player)).toBe(1_000)

  mend()
  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(player)).toBe(6_000)
})

test.each([
  ['0.05', 'confirmed', 5_000, 6_000],
  ['0.001', 'below_minimum', 0, 1_000],
])(
  'settles %s as the chain has it, though it was recorded as more',
  async (...row) => {
    const [amount, status, coins, balance] = row
    const player = await server.newDepositor()
    await chain.pay(player.wallet, parseEther(amount))
    const { id } = await depositOnce(player, { status: 'pending' })
    await server.pool.query(
      'UPDATE crypto_deposits SET amount = $2, coins = 7000 WHERE id = $1',
      [id, parseEther('0.07')],
    )
    await chain.mine(FINAL_AFTER)
    await depositOnce(player, { status, coins, amount })
    expect(await balanceOf(player)).toBe(balance)
  },
)

test('credits at a recheck what all nodes had denied', async () => {
  const player = await server.newDepositor()
  answerOtherwise(
    (method) => method === 'eth_getTransactionReceipt',
    withResult({ logs: [] }),
  )
  const amount = parseEther('150')
  const paid = await chain.payToken(GUMBY, player.wallet, amount)
  await chain.mine(FINAL_AFTER)
  await depositOnce(player, { status: 'rejected', confirmations: 0 })
  mend()
  const txHash = paid.transactionHash
  const { status } = await player.client.post('/api/wallet/recheck', { txHash })
  expect(status).toBe(200)
  await depositOnce(player, { status: 'confirmed', coins: 150 })
  expect(await balanceOf(player)).toBe(1_150)
})
