import { afterEach, expect, test } from 'vitest'
import { startNode, type TestNode } from '#testing/chain/test-node.ts'
import { chainNode } from '../../platform/chain/nodes/chain-node.ts'
import { settledUpTo } from './settled-payments.ts'

let rpc: TestNode
afterEach(() => rpc.close())

async function nodeAt({ head, final }: { head: number; final: number }) {
  const block = { number: `0x${final.toString(16)}`, transactions: [] }
  rpc = await startNode(({ method }) => ({
    result: method === 'eth_blockNumber' ? `0x${head.toString(16)}` : block,
  }))
  return chainNode(rpc.url, 1)
}

test('what is final counts once it has six confirmations', async () => {
  expect(await settledUpTo(await nodeAt({ head: 100, final: 100 }))).toBe(95)
})

test('what has six confirmations counts once it is final', async () => {
  expect(await settledUpTo(await nodeAt({ head: 100, final: 94 }))).toBe(94)
})
