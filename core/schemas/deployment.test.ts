import { describe, expect, test } from 'vitest'
import { deployment } from './deployment.ts'

const address = `0x${'aB'.repeat(20)}`
const local = {
  chainId: 31_337,
  genesisHash: `0x${'ab'.repeat(32)}`,
  startBlock: 1,
  registry: address,
  tokens: { GUMBY: address, POKEY: address },
}

describe('a deployment', () => {
  test.each([97, 31_337])('may be on chain %i', (chainId) => {
    const there = { ...local, chainId }
    expect(deployment.parse(there)).toEqual(there)
  })

  test('names the contract of fairness anchors, where there is one', () => {
    const anchoring = { ...local, fairnessAnchor: address }
    expect(deployment.parse(anchoring)).toEqual(anchoring)
  })

  test.each([
    ['real money', { chainId: 56 }],
    ['chain in a text', { chainId: '97' }],
    ['short address', { registry: address.slice(0, -1) }],
    ['long address', { registry: `${address}a` }],
    ['long block hash', { genesisHash: `${local.genesisHash}a` }],
    ['address without 0x', { registry: 'ab'.repeat(20) }],
    ['capitals in its block hash', { genesisHash: `0x${'AB'.repeat(32)}` }],
    ['block before the first', { startBlock: -1 }],
    ['token too few', { tokens: { GUMBY: address } }],
    ['token too many', { tokens: { ...local.tokens, OTHER: address } }],
    ['key', { privateKey: `0x${'ab'.repeat(32)}` }],
  ])('has no %s', (_name, change) => {
    expect(deployment.safeParse({ ...local, ...change }).success).toBe(false)
  })
})
