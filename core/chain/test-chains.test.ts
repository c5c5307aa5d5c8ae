import { expect, test } from 'vitest'
import { isTestChain } from './test-chains.ts'

test.each([97, 31_337])('chain %i is played on', (chainId) => {
  expect(isTestChain(chainId)).toBe(true)
})

test.each([
  ['Ethereum', 1],
  ['BNB Smart Chain', 56],
  ['Polygon', 137],
  ['none', 0],
  ['not a number', Number.NaN],
])('%s is not', (_name, chainId) => {
  expect(isTestChain(chainId)).toBe(false)
})
