import { expect, test } from 'vitest'
import { indexerSchema } from './indexer-schema.ts'

const instance = {
  chainId: 31_337,
  genesisHash: `0x1A2B3C4D${'0'.repeat(56)}`,
  registry: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
}

test('names the chain, its genesis and the registry', () => {
  expect(indexerSchema(instance)).toBe('indexer_31337_1a2b3c4d_5fbdb231')
})

test('a re-created chain has another schema', () => {
  const recreated = { ...instance, genesisHash: `0x${'9'.repeat(64)}` }
  expect(indexerSchema(recreated)).not.toBe(indexerSchema(instance))
})

test('leaves room for a suffix within the 45 characters of Ponder', () => {
  expect(indexerSchema(instance).length).toBeLessThanOrEqual(35)
})
