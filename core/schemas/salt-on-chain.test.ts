import { expect, test } from 'vitest'
import type { RequestNode } from './node-answers.ts'
import { type ClaimedSalt, saltOnChain } from './on-chain-evidence.ts'

const hash = (byte: string) => `0x${byte.repeat(32)}`
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

function node(changes: Record<string, unknown> = {}): RequestNode {
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
  expect(await saltOnChain(node(), claim)).toEqual({ finding: 'holds' })
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
  const found = await saltOnChain(node(changes), claim)
  expect(found).toEqual({ finding: 'contradicted', by })
})

test('checks a version 1 record by its own rule', async () => {
  const { genesisHash: _, ...saltBlock } = claim.saltBlock
  const old = { ...claim, rulesVersion: 1, saltBlock }
  const late = { finding: 'contradicted', by: 'predecessor' }
  expect(await saltOnChain(node(), old)).toEqual(late)
  const first = node({ [at(SALT - 1)]: block('02', 0) })
  expect(await saltOnChain(first, old)).toEqual({ finding: 'holds' })
  const local = { ...old, saltBlock: { ...saltBlock, chainId: 31_337 } }
  const unnamed = { finding: 'not_checked', because: 'other_chain' }
  expect(await saltOnChain(node({ eth_chainId: hex(31_337) }), local)).toEqual(
    unnamed,
  )
})

test.each([
  ['other_chain', { eth_chainId: hex(31_337) }],
  ['other_chain', { [at(0)]: block('09', 0) }],
  ['behind', { eth_blockNumber: hex(SALT - 1) }],
  ['pruned', { [at(SALT)]: null }],
  ['pruned', { [at(SALT - 1)]: null }],
  ['nonsense', { [at(SALT)]: { hash: 1 } }],
])('leaves the salt unchecked: %s for %o', async (because, changes) => {
  const found = await saltOnChain(node(changes), claim)
  expect(found).toEqual({ finding: 'not_checked', because })
})
