import { describe, expect, test } from 'vitest'
import { nodeAnswers } from '#testing/samples/anchor-node.ts'
import {
  ANCHORED_TOPIC,
  type ClaimedSalt,
  checkAnchor,
  checkSalt,
  type RequestNode,
  ROOT_OF_SELECTOR,
} from './on-chain.ts'
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
    expect(await checkAnchor(node(), anchor)).toEqual({
      about: 'anchor',
      code: 'anchor_found',
      status: 'proven',
    })
  })

  test('requests the root of the anchor’s number', async () => {
    const requested: unknown[] = []
    const request: RequestNode = async (method, params) => {
      if (method === 'eth_call') requested.push(params)
      return node()(method, params)
    }
    await checkAnchor(request, anchor)
    const data = `${ROOT_OF_SELECTOR}${NUMBER_TOPIC.slice(2)}`
    expect(requested).toEqual([[{ to: anchor.contract, data }, 'latest']])
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
    const found = await checkAnchor(node(changes), anchor)
    expect(found).toMatchObject({
      code: `anchor_${by}`,
      status: 'contradicted',
    })
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
    const found = await checkAnchor(node(changes), anchor)
    expect(found).toMatchObject({ code: because, status: 'unchecked' })
  })

  test('leaves the anchor unchecked without an answer', async () => {
    const away = () => Promise.reject(new Error('connection refused'))
    const found = await checkAnchor(away, anchor)
    expect(found).toMatchObject({ code: 'no_answer', status: 'unchecked' })
  })
})

describe('saltOnChain', () => {
  const hex = (number: number) => `0x${number.toString(16)}`
  const CLOSED_AT_S = 1_772_366_490
  const SALT = 1_000

  /** Due four seconds after the close on chain 97. */
  const claim: ClaimedSalt = {
    rulesVersion: 2,
    closedAtMs: CLOSED_AT_S * 1_000,
    saltBlock: {
      chainId: 97,
      genesisHash: hash('01'),
      number: SALT,
      hash: hash('03'),
      timestamp: CLOSED_AT_S + 5,
    },
  }
  const block = (byte: string, seconds: number) => ({
    hash: hash(byte),
    timestamp: hex(CLOSED_AT_S + seconds),
  })

  function saltNode(changes: Record<string, unknown> = {}): RequestNode {
    const answers: Record<string, unknown> = {
      eth_chainId: hex(97),
      eth_blockNumber: hex(SALT),
      'eth_getBlockByNumber 0x0': block('01', -1_000),
      [`eth_getBlockByNumber ${hex(SALT - 1)}`]: block('02', 4),
      [`eth_getBlockByNumber ${hex(SALT)}`]: block('03', 5),
      ...changes,
    }
    return async (method, [first]) =>
      answers[method] ?? answers[`${method} ${String(first)}`] ?? null
  }

  test('confirms a block on the chain whose predecessor is too old', async () => {
    expect(await checkSalt(saltNode(), claim)).toEqual({
      about: 'salt',
      code: 'salt_found',
      status: 'proven',
    })
  })

  const at = (number: number) => `eth_getBlockByNumber ${hex(number)}`

  test.each([
    ['block', 'another hash', { [at(SALT)]: block('04', 5) }],
    ['block', 'another time', { [at(SALT)]: block('03', 6) }],
    [
      'predecessor',
      'an earlier block that was late enough',
      { [at(SALT - 1)]: block('02', 5) },
    ],
  ])('contradicts the %s for %s', async (by, _what, changes) => {
    const found = await checkSalt(saltNode(changes), claim)
    expect(found).toMatchObject({ code: `salt_${by}`, status: 'contradicted' })
  })

  test('checks a version 1 record by its own rule', async () => {
    const { genesisHash: _, ...saltBlock } = claim.saltBlock
    const old = { ...claim, rulesVersion: 1, saltBlock }
    const late = { code: 'salt_predecessor', status: 'contradicted' }
    expect(await checkSalt(saltNode(), old)).toMatchObject(late)
    const first = saltNode({ [at(SALT - 1)]: block('02', 0) })
    expect(await checkSalt(first, old)).toMatchObject({ status: 'proven' })
    const local = { ...old, saltBlock: { ...saltBlock, chainId: 31_337 } }
    const unnamed = { code: 'other_chain', status: 'unchecked' }
    expect(
      await checkSalt(saltNode({ eth_chainId: hex(31_337) }), local),
    ).toMatchObject(unnamed)
  })

  test.each([
    ['other_chain', { eth_chainId: hex(31_337) }],
    ['other_chain', { [at(0)]: block('09', 0) }],
    ['behind', { eth_blockNumber: hex(SALT - 1) }],
    ['pruned', { [at(SALT)]: null }],
    ['pruned', { [at(SALT - 1)]: null }],
    ['nonsense', { [at(SALT)]: { hash: 1 } }],
  ])('leaves the salt unchecked: %s for %o', async (because, changes) => {
    const found = await checkSalt(saltNode(changes), claim)
    expect(found).toMatchObject({ code: because, status: 'unchecked' })
  })
})
