import {
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  http,
  numberToHex,
  zeroHash,
} from 'viem'
import { afterEach, expect, test } from 'vitest'
import { BSC_TESTNET, LOCAL_CHAIN } from '#core/chain/chains.ts'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { type RpcAnswer, startNode } from '#testing/chain/test-node.ts'
import { createChainNodes } from '../../api/src/platform/chain/nodes/chain-nodes.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { startNodeProxy } from './node-proxy.ts'

const METHOD_MISSING = { code: -32_601, message: 'the method does not exist' }
const LIMIT_EXCEEDED = { code: -32_005, message: 'limit exceeded' }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function getHash(height: number): Hash {
  return `0x${(height + 1).toString(16).padStart(64, '0')}`
}

function createBlock(height: number, parentHash = getHash(height - 1)) {
  const transactions = [{ hash: getHash(height + 1_000) }]
  const number = numberToHex(height)
  const logsBloom = height % 2 === 0 ? '0x01' : '0x00'
  return { number, hash: getHash(height), parentHash, logsBloom, transactions }
}

/** A node with this head, which lists the requested blocks. */
async function startNodeAt(head: number) {
  const node = { head, requested: [] as unknown[] }
  const answers: Record<string, (param: unknown) => unknown> = {
    eth_blockNumber: () => numberToHex(node.head),
    eth_getBlockByNumber: (tag) => {
      const height = tag === 'latest' ? node.head : Number(tag)
      return height > node.head ? null : createBlock(height)
    },
    eth_getBlockByHash: (hash) => createBlock(Number(hash) - 1),
  }
  const own: { answer?: RpcAnswer } = {}
  const usual: RpcAnswer = ({ method, params }) => {
    const result = answers[method]
    return result ? { result: result(params[0]) } : { error: METHOD_MISSING }
  }
  const { close, url } = await startNode((request) => {
    const [key] = request.params
    if (request.method.startsWith('eth_getBlock')) node.requested.push(key)
    return (own.answer ?? usual)(request)
  })
  closing.push(close)
  return Object.assign(node, {
    url,
    inject(fault?: (usual: RpcAnswer) => RpcAnswer) {
      delete own.answer
      if (fault) own.answer = fault(usual)
    },
  })
}

type Node = Awaited<ReturnType<typeof startNodeAt>>

async function startProxy(
  nodes: readonly Node[],
  chainId: typeof BSC_TESTNET | typeof LOCAL_CHAIN = BSC_TESTNET,
) {
  const urls = nodes.map(({ url }) => `${url}/secret-key`)
  const log = makeLogger('silent')
  const deployment = { ...SAMPLE_DEPLOYMENT, chainId }
  const over = { deployment, nodes: createChainNodes(urls, { log }) }
  const proxy = await startNodeProxy(over, log)
  closing.push(proxy.close)
  const transport = http(proxy.url, { retryCount: 0 })
  const client = createPublicClient({ transport })
  await client.getBlock()
  const head = async () => Number((await client.getBlock()).number)
  return { client, head }
}

test('shows the newest head of all nodes, and never an older one than before', async () => {
  const [first, second] = [await startNodeAt(95), await startNodeAt(100)]
  const { head } = await startProxy([first, second])
  expect(await head()).toBe(100)
  second.inject(() => () => ({ status: 0 }))
  first.head = 97
  await expect
    .poll(() => first.requested.at(-1), { timeout: 15_000 })
    .toBe('latest')
  expect(await head()).toBe(100)
  first.head = 101
  await expect.poll(head, { timeout: 15_000 }).toBe(101)
})

test('requests each block once, and no logs of one without any', async () => {
  const node = await startNodeAt(100)
  const { client, head } = await startProxy([node])
  const hash = getHash(99)
  const [byNumber, byHash] = await Promise.all([
    client.getBlock({ blockNumber: 99n, includeTransactions: true }),
    client.getBlock({ blockHash: hash, includeTransactions: true }),
  ])
  expect(byNumber).toEqual(byHash)
  const { transactions } = await client.getBlock({ blockHash: hash })
  expect(transactions).toEqual([getHash(1_099)])
  node.head = 101
  await expect.poll(head).toBe(101)
  await client.getBlock({ blockNumber: 100n })
  const logs = client.request({
    method: 'eth_getLogs',
    params: [{ blockHash: hash }],
  })
  expect(await logs).toEqual([])
  const known = node.requested.filter((key) => key !== 'latest')
  expect(known).toEqual([hash])
})

test('adds the parent hash of blocks that Hardhat mined together', async () => {
  const node = await startNodeAt(9)
  node.inject((usual) => (request) => {
    const reply = usual(request)
    if (!('result' in reply && reply.result)) return reply
    return { result: { ...Object(reply.result), parentHash: zeroHash } }
  })
  const { client } = await startProxy([node], LOCAL_CHAIN)
  for (const height of [1, 5, 9]) {
    const byHeight = await client.getBlock({ blockNumber: BigInt(height) })
    expect(byHeight.parentHash).toBe(getHash(height - 1))
    const byHash = await client.getBlock({ blockHash: getHash(height) })
    expect(byHash).toEqual(byHeight)
  }
  const { parentHash } = await client.getBlock({ blockNumber: 0n })
  expect(parentHash).toBe(zeroHash)
})

test('waits out rate limits and short failures', async () => {
  const node = await startNodeAt(100)
  const { client } = await startProxy([node])
  let refusals = 2
  node.inject((usual) => (request) => {
    if (request.params[0] === 'latest' || refusals === 0) return usual(request)
    refusals -= 1
    const error = { code: -32_000, message: 'header not found' }
    return refusals === 1 ? { status: 429 } : { error }
  })
  const block = await client.getBlock({ blockNumber: 50n })
  expect(block.hash).toBe(getHash(50))
})

test('splits a range of logs to fit the limit of a node', async () => {
  const node = await startNodeAt(100)
  const ranges: number[][] = []
  node.inject((usual) => (request) => {
    if (request.method !== 'eth_getLogs') return usual(request)
    const { fromBlock, toBlock } = Object(request.params[0])
    const [first, last] = [Number(fromBlock), Number(toBlock)]
    if (last - first >= 5) return { error: LIMIT_EXCEEDED }
    ranges.push([first, last])
    return { result: [{ blockNumber: fromBlock, topics: [] }] }
  })
  const { client } = await startProxy([node])
  const logs = await client.getLogs({ fromBlock: 41n, toBlock: 70n })
  expect(logs).toHaveLength(ranges.length)
  const blocks = ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  expect(blocks).toEqual(Array.from({ length: 30 }, (_, index) => 41 + index))
})

test('reads logs from receipts if no node serves eth_getLogs', async () => {
  const node = await startNodeAt(100)
  const log = { blockNumber: numberToHex(100), topics: [] }
  const refusing = (usual: RpcAnswer, receipts: RpcAnswer): RpcAnswer => {
    return (request) => {
      const { method } = request
      if (method === 'eth_getLogs') return { error: LIMIT_EXCEEDED }
      return method.endsWith('Receipt') || method.endsWith('Receipts')
        ? receipts(request)
        : usual(request)
    }
  }
  node.inject((usual) => refusing(usual, () => ({ result: [{ logs: [log] }] })))
  const { client } = await startProxy([node])
  const readLogs = () =>
    client.request({
      method: 'eth_getLogs',
      params: [{ blockHash: getHash(100) }],
    })
  expect(await readLogs()).toEqual([log])
  node.inject((usual) =>
    refusing(usual, ({ method }) =>
      method === 'eth_getBlockReceipts'
        ? { error: METHOD_MISSING }
        : { result: { logs: [log] } },
    ),
  )
  expect(await readLogs()).toEqual([log])
  expect(await client.getLogs({ fromBlock: 1n, toBlock: 90n })).toEqual([])
})

test('answers null for the logs of a block that a reorganisation dropped', async () => {
  const node = await startNodeAt(100)
  const { client, head } = await startProxy([node])
  const dropped = getHash(100)
  node.inject((usual) => (request) => {
    const { method, params } = request
    if (params[0] === dropped) return { result: null }
    return method === 'eth_getBlockByNumber'
      ? { result: createBlock(101, getHash(600)) }
      : usual(request)
  })
  await expect.poll(head).toBe(101)
  const logs = client.request({
    method: 'eth_getLogs',
    params: [{ blockHash: dropped }],
  })
  expect(await logs).toBeNull()
})

test('reads no logs from a lagging node', async () => {
  const [first, second] = [await startNodeAt(60), await startNodeAt(100)]
  const logging = (address: string) => (usual: RpcAnswer) => {
    const answer: RpcAnswer = (request) =>
      request.method === 'eth_getLogs'
        ? { result: [{ address, topics: [] }] }
        : usual(request)
    return answer
  }
  first.inject(logging('behind'))
  second.inject(logging('ahead'))
  const { client } = await startProxy([first, second])
  const logs = await client.getLogs({ fromBlock: 50n, toBlock: 70n })
  expect(logs).toMatchObject([{ address: 'ahead' }])
})

test('forwards only listed methods, and never shows node addresses', async () => {
  const node = await startNodeAt(100)
  const { client } = await startProxy([node])
  await expect(client.getGasPrice()).rejects.toThrow('Invalid')
  node.inject(() => () => ({ status: 0 }))
  const failure = await client
    .getBlock({ blockNumber: 50n })
    .catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(BlockNotFoundError)
  expect(String(failure)).not.toContain('secret-key')
  expect(String(failure)).not.toContain(node.url)
})
