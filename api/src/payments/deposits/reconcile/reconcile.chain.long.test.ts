import { hexToBigInt, parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  activeWallet,
  depositOnce,
  depositsBecome,
  openChainServer,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import type { Fault } from '#testing/chain/faulty-node.ts'
import type { RpcRequest } from '#testing/chain/test-node.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import type { TestApi } from '#testing/server/test-api.ts'

const env = { REVERSE_AFTER_SECONDS: '2' }
const server = await openChainServer({ env, nodes: 2 })
const { chain, nodes } = server
const { client } = chain
const COIN = parseEther('0.05')
const found = { txHash: null, coins: 5_000 }
let api: TestApi = server
afterAll(() => api.close())

async function restart(own = server.env): Promise<void> {
  await api.close()
  api = await server.startApi({ env: own })
}

/** Mines blocks until so many wallets are unreconciled. */
function untilUnreconciled(problem: string, wallets: number) {
  const count = async () => {
    await chain.mine(1)
    const { registry } = api.platform.metrics
    const metric = registry.getSingleMetric('deposit_wallets_unreconciled')
    const { values } = (await metric?.get()) ?? {}
    return values?.find(({ labels }) => labels.problem === problem)?.value ?? 0
  }
  return expect.poll(count, { interval: 300 }).toBe(wallets)
}

/** True for requests of balances. */
function isAboutHoldings({ method, params: [call] }: RpcRequest): boolean {
  return method === 'eth_call' && !('to' in Object(call))
}

/** Reports balances that are slightly too high. */
const generous: Fault = (upstream) => async (request) => {
  const reply = await upstream(request)
  if (!isAboutHoldings(request) || !('result' in reply)) return reply
  return { result: `${String(reply.result).slice(0, -1)}7` }
}

/** Prunes the state of older blocks, like a full node. */
const keeping = (blocks: bigint): Fault => {
  return (upstream) => async (request) => {
    const block = request.params.find(
      (param): param is `0x${string}` =>
        typeof param === 'string' && /^0x[0-9a-f]{1,16}$/.test(param),
    )
    const isOfState = ['eth_call', 'eth_getTransactionCount']
    if (!block || !isOfState.includes(request.method)) return upstream(request)
    const head = await client.getBlockNumber({ cacheTime: 0 })
    if (hexToBigInt(block) + blocks > head) return upstream(request)
    return { error: { code: -32_000, message: 'missing trie node 0x5e' } }
  }
}

test('records no deposit while nodes disagree about a balance', async () => {
  const player = await server.newDepositor(api.origin)
  nodes[1]?.inject(generous)
  await chain.payInside(player.wallet, COIN)
  await untilUnreconciled('disagreement', 1)
  await untilUnreconciled('disagreement', 1)
  expect(await readDeposits(player)).toEqual([])
  nodes[1]?.inject()
  await depositsBecome(chain, player, [{ ...found, status: 'confirmed' }])
  await untilUnreconciled('disagreement', 0)
})

test('leaves a wallet with unrecorded transactions to the operator', async () => {
  const player = await server.newDepositor(api.origin)
  const { wallet: address } = player
  await client.impersonateAccount({ address })
  await chain.pay(address, parseEther('0.02'))
  await chain.send(address, chain.payer, parseEther('0.01'))
  await chain.payInside(address, COIN)
  await untilUnreconciled('unknown_moves', 1)
  await untilUnreconciled('unknown_moves', 1)
  expect(await readDeposits(player)).toMatchObject([
    { status: 'confirmed', coins: 2_000, txHash: expect.any(String) },
  ])
  expect(await readBalance(player)).toBe(3_000)
})

test('reconciles after downtime although nodes have pruned the state', async () => {
  const player = await server.newDepositor(api.origin)
  await api.close()
  await chain.payInside(player.wallet, COIN)
  await chain.mine(160)
  for (const node of nodes) node.inject(keeping(128n))
  await restart()
  const there = { client: player.client.at(api.origin) }
  await depositsBecome(chain, there, [{ ...found, status: 'confirmed' }])
})

test('rejects a dropped payment, and credits it when it comes back', async () => {
  const player = await server.newDepositor(api.origin)
  const id = await client.snapshot()
  await chain.payAlike(player.wallet)
  const deposit = await depositOnce(player, { status: 'pending' })
  await client.revert({ id })
  await chain.mine(10)
  const ended = {
    id: deposit.id,
    status: 'rejected',
    confirmations: 0,
    reason: 'It’s no longer in any block: it was dropped or replaced.',
  }
  await depositsBecome(chain, player, [ended])
  await chain.payAlike(player.wallet)
  await depositsBecome(chain, player, [{ id: deposit.id, status: 'confirmed' }])
  expect(await readBalance(player)).toBe(6_000)
})

/** Rejects log requests, like some providers' plans. */
const withoutLogs: Fault = (upstream) => (request) =>
  request.method === 'eth_getLogs'
    ? { error: { code: -32_005, message: 'limit exceeded' } }
    : upstream(request)

/** Creates a player whose wallet can't be registered before the next restart. */
async function unregisteredPlayer() {
  // Registration needs an operator account.
  const { OPERATOR_PRIVATE_KEY: _, ...own } = server.env
  await restart(own)
  const { client, id } = await newPlayer(api.origin)
  await client.post('/api/wallet/generate')
  const wallet = await api.modules.wallet.service.findAddress(id)
  if (!wallet) throw new Error('The player has no wallet')
  return { client, wallet }
}

test('credits tokens once by their balance while nodes reject log requests', async () => {
  const { client, wallet } = await unregisteredPlayer()
  const { GUMBY } = chain.deployment.tokens
  const paid = await chain.payToken(GUMBY, wallet, parseEther('5000'))
  const { transactionHash: txHash } = paid
  await chain.mine(6)
  for (const node of nodes) node.inject(withoutLogs)
  await restart()
  const player = { client: client.at(api.origin) }
  await activeWallet(player)
  await depositsBecome(chain, player, [{ ...found, status: 'confirmed' }])
  await player.client.post('/api/wallet/recheck', { txHash })
  await depositsBecome(chain, player, [
    { txHash, status: 'confirmed', coins: 5_000 },
  ])
  expect(await readBalance(player)).toBe(6_000)
})

test('reverses a credit that turns out to be a payment by the operator account', async () => {
  const { client, wallet } = await unregisteredPlayer()
  const { transactionHash: txHash } = await chain.send(
    chain.operator,
    wallet,
    COIN,
  )
  await chain.mine(6)
  await restart()
  const player = { client: client.at(api.origin) }
  await activeWallet(player)
  await depositsBecome(chain, player, [{ ...found, status: 'confirmed' }])
  expect(await readBalance(player)).toBe(6_000)
  await player.client.post('/api/wallet/recheck', { txHash })
  const reason = 'Sent from one of the casino’s own accounts.'
  await depositsBecome(chain, player, [
    { txHash, status: 'rejected', reason },
    { txHash: null, status: 'reversed' },
  ])
  expect(await readBalance(player)).toBe(1_000)
})
