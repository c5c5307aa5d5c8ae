import {
  createPublicClient,
  type Hash,
  http,
  numberToHex,
  zeroHash,
} from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { type RpcAnswer, startNode } from '#testing/chain/test-node.ts'
import { linkedNodes } from './linked-nodes.ts'

/** Height of the last block that names its parent. */
const RESERVED_AFTER = 3

function hashOf(height: number): Hash {
  return `0x${(height + 1).toString(16).padStart(64, '0')}`
}

/** As Hardhat shows blocks that hardhat_mine has reserved. */
const reserving: RpcAnswer = ({ method, params }) => {
  if (method === 'eth_blockNumber') return { result: '0x9' }
  const [asked] = params
  const isHash = method === 'eth_getBlockByHash'
  const height = isHash ? Number(asked) - 1 : Number(asked)
  const isLinked = height > 0 && height <= RESERVED_AFTER
  const parentHash = isLinked ? hashOf(height - 1) : zeroHash
  const number = numberToHex(height)
  return { result: { number, hash: hashOf(height), parentHash } }
}

async function linked(answer: RpcAnswer, chainId: 97 | 31_337 = 31_337) {
  const node = await startNode(answer)
  const { rpcUrl, close } = await linkedNodes({ chainId }, node.url)
  onTestFinished(() => {
    close()
    node.close()
  })
  const transport = http(rpcUrl, { retryCount: 0 })
  return { node, rpcUrl, client: createPublicClient({ transport }) }
}

test('each block but the first names its parent, whether asked by height or by hash', async () => {
  const { client } = await linked(reserving)
  for (const height of [1, RESERVED_AFTER, RESERVED_AFTER + 1, 9]) {
    const byHeight = await client.getBlock({ blockNumber: BigInt(height) })
    expect(byHeight.parentHash).toBe(hashOf(height - 1))
    const byHash = await client.getBlock({ blockHash: hashOf(height) })
    expect(byHash).toEqual(byHeight)
  }
  const { parentHash } = await client.getBlock({ blockNumber: 0n })
  expect(parentHash).toBe(zeroHash)
})

test('all other answers and refusals are those of the node', async () => {
  let answer: RpcAnswer = reserving
  const { client } = await linked((request) => answer(request))
  expect(await client.getBlockNumber()).toBe(9n)
  answer = () => ({ error: { code: -32_000, message: 'header not found' } })
  await expect(client.getBlock()).rejects.toThrow('header not found')
  answer = () => ({ result: null })
  await expect(client.getBlock()).rejects.toThrow('could not be found')
  answer = () => ({ status: 429 })
  await expect(client.getBlock()).rejects.toThrow('Status: 429')
  answer = () => ({ status: 0 })
  await expect(client.getBlock()).rejects.toThrow('fetch failed')
})

test('nodes of a testnet are asked themselves', async () => {
  const { node, rpcUrl } = await linked(reserving, 97)
  expect(rpcUrl).toBe(node.url)
})
