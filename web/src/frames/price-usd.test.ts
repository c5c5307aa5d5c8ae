import { expect, it } from 'vitest'
import { priceUsd } from './price-usd.ts'

it('reads the price of the pair', () => {
  const answer = { schemaVersion: '1.0.0', pair: { priceUsd: '0.00001234' } }
  expect(priceUsd(answer)).toBe(0.00001234)
})

it.each([
  ['no pair', { pair: null }],
  ['no price', { pair: {} }],
  ['a number', { pair: { priceUsd: 1 } }],
  ['words', { pair: { priceUsd: 'a lot' } }],
  ['less than nothing', { pair: { priceUsd: '-1' } }],
  ['nothing', null],
])('refuses %s', (_what, answer) => {
  expect(() => priceUsd(answer)).toThrow()
})
