import { describe, expect, test } from 'vitest'
import { nodeAnswers } from '#testing/samples/anchor-node.ts'
import type { RequestNode } from './node-answers.ts'
import {
  ANCHORED_TOPIC,
  anchorOnChain,
  ROOT_OF_SELECTOR,
} from './on-chain-evidence.ts'
import { type RecordAnchor, recordAnchor } from './record-anchor.ts'

const hash = (byte: string) => `0x${byte.repeat(32)}`
const ROOT = 'a1'.repeat(32)
const NUMBER_TOPIC = `0x${'7'.padStart(64, '0')}`

const anchor: RecordAnchor = recordAnchor.parse({
  number: 7,
  root: ROOT,
  index: 0,
  path: [],
  chainId: 97,
  genesisHash: hash('01'),
  contract: `0x${'c0'.repeat(20)}`,
  transaction: hash('02'),
  block: 1_000,
  blockHash: hash('03'),
  blockTimestamp: 1_700_000_000,
})

const log = {
  address: anchor.contract,
  topics: [ANCHORED_TOPIC, NUMBER_TOPIC, `0x${ROOT}`],
}
const receipt = { blockNumber: '0x3e8', blockHash: hash('03'), logs: [log] }

function node(changes: Record<string, unknown> = {}): RequestNode {
  const answers = { ...nodeAnswers(anchor), ...changes }
  return async (method, [first]) =>
    answers[method] ?? answers[`${method} ${String(first)}`] ?? null
}

describe('anchorOnChain', () => {
  test('confirms an anchor whose root, block and time match the chain', async () => {
    expect(await anchorOnChain(node(), anchor)).toEqual({ finding: 'holds' })
  })

  test('requests the root of the anchor’s number', async () => {
    const asked: unknown[] = []
    const ask: RequestNode = async (method, params) => {
      if (method === 'eth_call') asked.push(params)
      return node()(method, params)
    }
    await anchorOnChain(ask, anchor)
    const data = `${ROOT_OF_SELECTOR}${NUMBER_TOPIC.slice(2)}`
    expect(asked).toEqual([[{ to: anchor.contract, data }, 'latest']])
  })

  const late = { ...receipt, blockNumber: '0x3e9' }
  const elsewhere = { ...receipt, blockHash: hash('04') }
  const other = { ...log, address: `0x${'c1'.repeat(20)}` }
  const timed = { hash: hash('03'), timestamp: '0x6553f101' }
  test.each([
    ['root', 'another root', { eth_call: hash('ff') }],
    ['root', 'no root', { eth_call: hash('00') }],
    ['root', 'no contract', { eth_call: '0x' }],
    ['block', 'a later block', { eth_getTransactionReceipt: late }],
    ['block', 'another block', { eth_getTransactionReceipt: elsewhere }],
    [
      'block',
      'a transaction that stored nothing',
      { eth_getTransactionReceipt: { ...receipt, logs: [] } },
    ],
    [
      'block',
      'an event of another contract',
      { eth_getTransactionReceipt: { ...receipt, logs: [other] } },
    ],
    ['block', 'another time', { 'eth_getBlockByNumber 0x3e8': timed }],
  ])('contradicts the %s for %s', async (by, _what, changes) => {
    const found = await anchorOnChain(node(changes), anchor)
    expect(found).toEqual({ finding: 'contradicted', by })
  })

  const otherGenesis = { hash: hash('09'), timestamp: '0x0' }
  test.each([
    ['other_chain', { eth_chainId: '0x38', eth_call: '0x' }],
    [
      'other_chain',
      { 'eth_getBlockByNumber 0x0': otherGenesis, eth_call: '0x' },
    ],
    ['behind', { eth_blockNumber: '0x3e7' }],
    ['nonsense', { eth_call: { root: ROOT } }],
    ['nonsense', { eth_chainId: 97 }],
    ['nonsense', { eth_getTransactionReceipt: 'yes' }],
    ['pruned', { eth_getTransactionReceipt: null }],
  ])('leaves the anchor unchecked: %s for %o', async (because, changes) => {
    const found = await anchorOnChain(node(changes), anchor)
    expect(found).toEqual({ finding: 'not_checked', because })
  })

  test('leaves the anchor unchecked without an answer', async () => {
    const away = () => Promise.reject(new Error('connection refused'))
    const found = await anchorOnChain(away, anchor)
    expect(found).toEqual({ finding: 'not_checked', because: 'no_answer' })
  })
})
