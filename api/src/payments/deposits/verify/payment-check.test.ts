import type { Hash } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { getHash } from '#testing/chain/deposit-accounts.ts'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { startNode, type TestNode } from '#testing/chain/test-node.ts'
import { depositRow } from '#testing/database/deposit-row.ts'
import {
  type ChainNode,
  createChainNode,
} from '../../../platform/chain/nodes/chain-node.ts'
import { createPaymentChecker } from './payment-check.ts'

const payer = `0x${'1'.repeat(40)}` as const
const wallet = `0x${'2'.repeat(40)}` as const
const txHash = getHash(1_000)

const checker = createPaymentChecker(SAMPLE_DEPLOYMENT)

let rpc: TestNode
afterEach(() => rpc.close())

/** Starts a node with the payment in a block, and a hash at each height. */
async function createNode(blockHash: Hash, hashAt: (height: number) => Hash) {
  const place = { blockNumber: '0x7', blockHash, transactionIndex: '0x0' }
  const transaction = { hash: txHash, from: payer, to: wallet, value: '0x5' }
  rpc = await startNode(({ method, params: [block] }) => {
    if (method === 'eth_getTransactionByHash') {
      return { result: { ...transaction, ...place } }
    }
    if (method === 'eth_getTransactionReceipt') {
      return { result: { ...place, from: payer, status: '0x1', logs: [] } }
    }
    const hash = hashAt(Number(block))
    return { result: { number: block, hash, transactions: [] } }
  })
  return createChainNode(rpc.url, 1)
}

async function readKind(node: ChainNode, blockNumber: number) {
  checker.forget(node, txHash)
  const row = depositRow('one', { txHash, wallet, blockNumber })
  return (await checker.checkOne(node, row)).kind
}

test('finds a payment genuine in a block on the branch, whatever block is expected', async () => {
  const node = await createNode(getHash(7), getHash)
  expect(await readKind(node, 7)).toBe('genuine')
  expect(await readKind(node, 6)).toBe('genuine')
})

test('finds a payment missing if its block was replaced, whatever block is expected', async () => {
  const node = await createNode(getHash(77), getHash)
  expect(await readKind(node, 7)).toBe('missing')
  expect(await readKind(node, 6)).toBe('missing')
})

test('does not accept a payment for another block with the expected hash', async () => {
  const replaced = (height: number) => getHash(height === 6 ? 7 : 66)
  const node = await createNode(getHash(7), replaced)
  expect(await readKind(node, 6)).toBe('missing')
})
