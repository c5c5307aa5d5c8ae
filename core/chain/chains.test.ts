import { expect, test } from 'vitest'
import { indexerSchema, isTestChain, nodeUrls } from './chains.ts'

test('a schema name contains the chain, its genesis and the registry', () => {
  const schema = indexerSchema({
    chainId: 31_337,
    genesisHash: `0x1A2B3C4D${'0'.repeat(56)}`,
    registry: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  })
  expect(schema).toBe('indexer_31337_1a2b3c4d_5fbdb231')
})

test('splits nodes at commas, in order', () => {
  const urls = ['https://a.example/key', 'https://b.example']
  expect(nodeUrls(urls.join(', '))).toEqual(urls)
})

test.each([
  ['the BSC testnet', 97, true],
  ['a local chain', 31_337, true],
  ['Ethereum', 1, false],
  ['BNB Smart Chain', 56, false],
  ['none', 0, false],
  ['not a number', Number.NaN, false],
])('%s (chain %d) is a test chain: %j', (_name, chainId, expected) => {
  expect(isTestChain(chainId)).toBe(expected)
})
