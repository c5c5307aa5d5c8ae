import { expect, test } from 'vitest'
import { nodeReports, type Quota } from './node-verdicts.ts'
import type { NodeFacts } from './probe-nodes.ts'

const HEALTHY: NodeFacts = {
  place: 1,
  host: 'bsc-testnet.one.example',
  chainId: 97,
  genesisHash: '0x6d',
  blocksBehind: 0,
  blocksToFinality: 2,
  isFinalityStalled: false,
  logBlocks: 1_000,
  hasBlockReceipts: true,
  stateBlocks: 100,
  gasPriceWei: 100_000_000n,
  ratePerSecond: 47,
  isRateMet: false,
}

function textsOf(
  mark: string,
  changes: readonly Partial<NodeFacts>[],
  quota?: Quota,
): string[] {
  const nodes = changes.map((change, index) => ({
    ...HEALTHY,
    place: index + 1,
    ...change,
  }))
  return nodeReports(nodes, quota)
    .flatMap(({ verdicts }) => verdicts)
    .filter((verdict) => verdict.mark === mark)
    .map(({ text }) => text)
}

test('everything works on a healthy node', () => {
  expect(textsOf('slow', [{}])).toEqual([])
  expect(textsOf('no', [{}])).toEqual([])
  expect(textsOf('ok', [{}])).toContain(
    'gas at 0.1 gwei: 0.0000048 tBNB register a wallet',
  )
})

test.each<[string, Partial<NodeFacts>, string]>([
  ['a low rate', { ratePerSecond: 12, isRateMet: true }, 'about 12/s'],
  ['a short log range', { logBlocks: 5 }, 'logs of 5 blocks at once'],
  ['refused logs', { logBlocks: 0 }, 'refuses eth_getLogs'],
  ['a lagging node', { blocksBehind: 40 }, '40 blocks behind another node'],
  ['late finality', { blocksToFinality: 300 }, 'finalized block 300 behind'],
  ['stalled finality', { isFinalityStalled: true }, 'not moving'],
  ['pruned state', { stateBlocks: 16 }, 'deposits by contracts may wait'],
])('%s makes the product slower', (_name, change, words) => {
  expect(textsOf('slow', [change])).toEqual([expect.stringContaining(words)])
})

test.each<[string, Partial<NodeFacts>, string]>([
  ['real money', { chainId: 56 }, 'this is play money'],
  ['no finalized tag', { blocksToFinality: undefined }, 'no deposit is'],
  ['no logs at all', { logBlocks: 0, hasBlockReceipts: false }, 'neither'],
])('%s makes a node unusable', (_name, change, words) => {
  expect(textsOf('no', [change])).toEqual([expect.stringContaining(words)])
})

test('names nodes of other chains, and those with a shared limit', () => {
  const other = { genesisHash: '0x6e', host: 'bsc.two.example' } as const
  expect(textsOf('no', [{}, other])).toEqual(['another chain than node 1'])
  const sibling = { host: 'bsc-testnet-2.one.example' }
  expect(textsOf('slow', [{}, sibling])).toEqual([
    "nodes 1 and 2 are one.example's: one limit, one failure",
  ])
})

test('compares the requests of a day with a quota', () => {
  const month = { requests: 3_000_000, days: 30 }
  expect(textsOf('slow', [{}], month)).toEqual([
    'about 345,600 requests a day when idle: the plan lasts 8.7 of 30 days',
  ])
  const ample = { requests: 20_000_000, days: 30 }
  expect(textsOf('slow', [{}], ample)).toEqual([])
})
