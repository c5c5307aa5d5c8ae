import { type Address, hexToBigInt, parseEther } from 'viem'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  balanceOf,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { deployOn } from '#testing/chain/deploy-on.ts'
import { type Fault, startFaultyNode } from '#testing/chain/faulty-node.ts'
import type { RpcRequest } from '#testing/chain/test-node.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../../../contracts/generated/batch-payer.ts'

const server = await openChainServer()
const { chain } = server
await server.close()
const nodes = [
  await startFaultyNode(chain.env.RPC_URL),
  await startFaultyNode(chain.env.RPC_URL),
] as const
const RPC_URL = nodes.map(({ url }) => url).join()
let api = await startApi()
afterEach(() => {
  for (const node of nodes) node.be()
})
afterAll(async () => {
  await api.close()
  for (const node of nodes) node.close()
})

const batch = await deployOn(chain, {
  abi: batchPayerAbi,
  bytecode: batchPayerBytecode,
})

function startApi(): Promise<TestApi> {
  return server.startApi({ env: { ...server.env, RPC_URL } })
}

/** Seen by nothing but the wallet's balance. */
async function payInside(wallet: Address) {
  const value = parseEther('0.05')
  await chain.mined(
    await chain.client.writeContract({
      ...chain.as(chain.payer),
      address: batch,
      abi: batchPayerAbi,
      functionName: 'payNative',
      args: [[wallet], [value]],
      value,
    }),
  )
}

async function inDoubt(doubt: string): Promise<number> {
  const { values } = await api.platform.metrics.walletsInDoubt.get()
  return values.find(({ labels }) => labels.doubt === doubt)?.value ?? 0
}

/** As blocks go by. */
function untilInDoubt(doubt: string, wallets: number) {
  const doubts = async () => {
    await chain.mine(1)
    return inDoubt(doubt)
  }
  return expect.poll(doubts, { interval: 300 }).toBe(wallets)
}

/** As blocks go by, until what a contract sent was found. */
async function untilFound(player: Pick<TestPlayer, 'client'>) {
  const found = async () => {
    await chain.mine(1)
    return depositsOf(player)
  }
  await expect
    .poll(found, { interval: 300 })
    .toMatchObject([{ txHash: null, status: 'confirmed', coins: 5_000 }])
  expect(await balanceOf(player)).toBe(6_000)
}

/** Asks for what wallets hold. */
function isAboutHoldings({ method, params: [call] }: RpcRequest): boolean {
  return method === 'eth_call' && !('to' in Object(call))
}

/** Shows wallets with a bit more than they have. */
const generous: Fault = (truth) => async (request) => {
  const reply = await truth(request)
  if (!isAboutHoldings(request) || !('result' in reply)) return reply
  return { result: `${String(reply.result).slice(0, -1)}7` }
}

/** Keeps the state of its newest blocks alone, as nodes without archive do. */
const keeping = (blocks: bigint): Fault => {
  return (truth) => async (request) => {
    const block = request.params.find(
      (param): param is `0x${string}` =>
        typeof param === 'string' && /^0x[0-9a-f]{1,16}$/.test(param),
    )
    const isOfState = ['eth_call', 'eth_getTransactionCount']
    if (!block || !isOfState.includes(request.method)) return truth(request)
    const head = await chain.client.getBlockNumber({ cacheTime: 0 })
    if (hexToBigInt(block) + blocks > head) return truth(request)
    return { error: { code: -32_000, message: 'missing trie node 0x5e' } }
  }
}

test('while nodes disagree about what a wallet holds, nothing is found in it', async () => {
  const player = await server.newDepositor(api.origin)
  nodes[1].be(generous)
  await payInside(player.wallet)
  await untilInDoubt('disagreement', 1)
  await untilInDoubt('disagreement', 1)
  expect(await depositsOf(player)).toEqual([])
  nodes[1].be()
  await untilFound(player)
  expect(await inDoubt('disagreement')).toBe(0)
})

test('a wallet that has sent what nobody noted waits for the operator', async () => {
  const player = await server.newDepositor(api.origin)
  const { client } = chain
  const { wallet: address } = player
  await client.impersonateAccount({ address })
  await chain.pay(address, parseEther('0.02'))
  const to = chain.payer
  const value = parseEther('0.01')
  await chain.mined(
    await client.sendTransaction({ ...chain.as(address), to, value }),
  )
  await payInside(address)
  await untilInDoubt('unknown_moves', 1)
  await untilInDoubt('unknown_moves', 1)
  const known = {
    status: 'confirmed',
    coins: 2_000,
    txHash: expect.any(String),
  }
  expect(await depositsOf(player)).toMatchObject([known])
  expect(await balanceOf(player)).toBe(3_000)
})

test('after a long absence what nodes have forgotten the state of is found all the same', async () => {
  const { client, wallet } = await server.newDepositor(api.origin)
  await api.close()
  await payInside(wallet)
  await chain.mine(160)
  for (const node of nodes) node.be(keeping(128n))
  api = await startApi()
  await untilFound({ client: client.at(api.origin) })
})

test('a tick that waits for nodes ends with the process', async () => {
  const { client, wallet } = await server.newDepositor(api.origin)
  let asked = 0
  const silent: Fault = (truth) => (request) => {
    if (!isAboutHoldings(request)) return truth(request)
    asked += 1
    return new Promise(() => undefined)
  }
  for (const node of nodes) node.be(silent)
  await payInside(wallet)
  await chain.mine(6)
  await expect.poll(() => asked).toBeGreaterThan(0)
  const before = performance.now()
  await api.close()
  expect(performance.now() - before).toBeLessThan(10_000)
  for (const node of nodes) node.be()
  api = await startApi()
  await untilFound({ client: client.at(api.origin) })
})
