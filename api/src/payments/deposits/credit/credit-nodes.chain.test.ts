import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  depositOnce,
  openChainServer,
  readBalance,
} from '#testing/chain/chain-server.ts'
import {
  down,
  erring,
  type Fault,
  misreportingReceipts,
  onAnotherBranch,
} from '#testing/chain/faulty-node.ts'

const FINAL_AFTER = 8

const server = await openChainServer({ nodes: 2, finalAfter: FINAL_AFTER })
const { chain, nodes } = server
const { GUMBY } = chain.deployment.tokens

async function disagreements(): Promise<number> {
  const { registry } = server.platform.metrics
  const metric = registry.getSingleMetric('rpc_disagreements_total')
  const [{ value } = { value: 0 }] = (await metric?.get())?.values ?? []
  return value
}

test('waits for a final block after six confirmations', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(FINAL_AFTER - 1)
  await depositOnce(player, { status: 'pending', confirmations: 6 })
  expect(await readBalance(player)).toBe(1_000)
  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed' })
})

test.each<[string, Fault]>([
  ['another block at that height', onAnotherBranch],
  ['another amount in that block', misreportingReceipts],
])('credits nothing while one node shows %s', async (_name, fault) => {
  for (const faulty of nodes) {
    const player = await server.newDepositor()
    await chain.payToken(GUMBY, player.wallet, parseEther('150'))
    await depositOnce(player, { status: 'pending' })
    const before = await disagreements()
    faulty.inject(fault)
    await chain.mine(FINAL_AFTER)
    await expect.poll(disagreements).toBeGreaterThan(before)
    await depositOnce(player, { status: 'pending' })
    expect(await readBalance(player)).toBe(1_000)

    faulty.inject()
    await depositOnce(player, { status: 'confirmed', coins: 150 })
    expect(await readBalance(player)).toBe(1_150)
  }
})

test('credits with the other node while one is down', async () => {
  for (const faulty of nodes) {
    const player = await server.newDepositor()
    faulty.inject(down)
    await chain.pay(player.wallet, parseEther('0.05'))
    await chain.mine(FINAL_AFTER)
    await depositOnce(player, { status: 'confirmed', coins: 5_000 })
    faulty.inject()
  }
})

/** Injects a fault into some requests to both nodes. */
function failAt(
  isMeant: (method: string, params: readonly unknown[]) => boolean,
  fault: Fault,
) {
  const failures = { times: 0 }
  for (const node of nodes) {
    node.inject((upstream) => (request) => {
      if (!isMeant(request.method, request.params)) return upstream(request)
      failures.times += 1
      return fault(upstream)(request)
    })
  }
  return failures
}

function mend() {
  for (const node of nodes) node.inject()
}

/** Replaces fields of a result. */
const withResult =
  (change: object): Fault =>
  (upstream) =>
  async (request) => {
    const reply = await upstream(request)
    if (!('result' in reply)) return reply
    return { result: { ...Object(reply.result), ...change } }
  }

test('credits other payments while both nodes fail for one', async () => {
  const first = await server.newDepositor()
  const second = await server.newDepositor()
  const { transactionHash } = await chain.pay(first.wallet, parseEther('0.01'))
  await chain.pay(second.wallet, parseEther('0.02'))
  const failures = failAt(
    (method, [hash]) =>
      method === 'eth_getTransactionReceipt' && hash === transactionHash,
    erring,
  )
  await chain.mine(FINAL_AFTER)
  await depositOnce(second, { status: 'confirmed', coins: 2_000 })
  await depositOnce(first, { status: 'pending', confirmations: 6 })
  expect(failures.times).toBeGreaterThan(0)

  mend()
  await depositOnce(first, { status: 'confirmed', coins: 1_000 })
})

const TRANSACTION = 'eth_getTransactionByHash'

test.each<[string, string, Fault]>([
  ['show no transaction', TRANSACTION, () => () => ({ result: null })],
  [
    'show it in another block',
    TRANSACTION,
    withResult({ blockHash: `0x${'0'.repeat(64)}` }),
  ],
  ['do not report what is final', 'finalized', erring],
])('leaves a payment waiting while nodes %s', async (_name, meant, fault) => {
  const player = await server.newDepositor()
  const failures = failAt(
    (method, params) => method === meant || params[0] === meant,
    fault,
  )
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(FINAL_AFTER)
  await depositOnce(player, { status: 'pending', confirmations: 6 })
  const before = failures.times
  const countRequests = async () => {
    await chain.mine(1)
    return failures.times - before
  }
  await expect.poll(countRequests, { interval: 300 }).toBeGreaterThan(4)
  expect(await readBalance(player)).toBe(1_000)

  mend()
  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  expect(await readBalance(player)).toBe(6_000)
})

test.each([
  ['0.05', 'confirmed', 5_000],
  ['0.001', 'below_minimum', 0],
])(
  'settles %s with the amount on the chain, though more was recorded',
  async (amount, status, coins) => {
    const player = await server.newDepositor()
    await chain.pay(player.wallet, parseEther(amount))
    const { id } = await depositOnce(player, { status: 'pending' })
    await server.pool.query(
      'UPDATE crypto_deposits SET amount = $2, coins = 7000 WHERE id = $1',
      [id, parseEther('0.07')],
    )
    await chain.mine(FINAL_AFTER)
    await depositOnce(player, { status, coins, amount })
    expect(await readBalance(player)).toBe(1_000 + coins)
  },
)

test('credits a payment at a recheck after all nodes had denied it', async () => {
  const player = await server.newDepositor()
  failAt(
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
  expect(await readBalance(player)).toBe(1_150)
})
