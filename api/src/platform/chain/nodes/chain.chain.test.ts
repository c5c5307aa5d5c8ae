import { afterAll, afterEach, expect, test } from 'vitest'
import {
  behind,
  down,
  onAnotherBranch,
  startFaultyNode,
} from '#testing/chain/faulty-node.ts'
import { freshChain } from '#testing/chain/shared-chains.ts'
import { makeLogger } from '../../logger.ts'
import { isReplaced, type NotedBlock, openChain } from './chain.ts'

const harness = await freshChain()
const { client, deployment, env } = harness
const one = await startFaultyNode(env.RPC_URL)
const other = await startFaultyNode(env.RPC_URL)
const chain = await openChain(
  { rpcUrls: [one.url, other.url], deployment },
  { log: makeLogger('silent') },
)

afterEach(() => {
  one.inject()
  other.inject()
})
afterAll(() => {
  one.close()
  other.close()
})

async function newBlock(): Promise<NotedBlock> {
  await harness.mine(1)
  const { hash, number } = await client.getBlock({ blockTag: 'latest' })
  return { blockNumber: number, blockHash: hash }
}

async function replacedBlock(): Promise<NotedBlock> {
  const id = await client.snapshot()
  const block = await newBlock()
  await client.revert({ id })
  // Its timestamp is later, so its hash differs.
  await client.increaseTime({ seconds: 10 })
  await newBlock()
  return block
}

test('detects a block that all nodes have replaced', async () => {
  expect(await isReplaced(chain, await newBlock())).toBe(false)
  expect(await isReplaced(chain, await replacedBlock())).toBe(true)
})

test('ignores one node on another branch', async () => {
  const block = await newBlock()
  one.inject(onAnotherBranch)
  expect(await isReplaced(chain, block)).toBe(false)
})

test('ignores a node that lags', async () => {
  const block = await replacedBlock()
  other.inject(behind(2))
  expect(await isReplaced(chain, block)).toBe(false)
})

test('detects nothing while no node answers', async () => {
  const block = await replacedBlock()
  one.inject(down)
  other.inject(down)
  expect(await isReplaced(chain, block)).toBe(false)
  other.inject()
  expect(await isReplaced(chain, block)).toBe(true)
})
