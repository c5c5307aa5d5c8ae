import { expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import { hiLo } from './hi-lo/hi-lo.ts'
import { roundingExplanation } from './rounding-explanation.ts'
import { slots } from './slots/slots.ts'
import { trustAssumption } from './trust-assumption.ts'

const TEN_BILLION = 10n ** 10n
const play = { action: 'play', choice: 'higher' } as const
const { automaticAction } = hiLo.choices

test.each([
  [[198n, 100n], 2, 'below 0.98: 1.98 becomes 2'],
  [[198n, 100n], 1, '0.98 or more: 1.98 becomes 1'],
  [[297n, 10n], 29, '0.70 or more: 29.70 becomes 29'],
  [[1_287n, 1_200n], 2, 'below 0.0725: 1.0725 becomes 2'],
  [[1n, 3n], 0, '0.3333333333… or more: 0.3333333333… becomes 0'],
  [[1n, TEN_BILLION], 1, 'below 0.0000000001: 0.0000000001 becomes 1'],
  [[3n, 2n * TEN_BILLION], 1, 'below 0.0000000001…: 0.0000000001… becomes 1'],
  [[7n, 3n * TEN_BILLION], 0, '0.0000000002… or more: 0.0000000002… becomes 0'],
] as const)('explains how %o becomes %d', (ratio, rounded, explanation) => {
  const [numerator, denominator] = ratio
  const amount = { numerator, denominator }
  expect(roundingExplanation(amount, coins(rounded))).toBe(explanation)
})

test.each([
  [undefined, undefined],
  [[play, { action: 'cashout' }], undefined],
  [
    [play, automaticAction({ reason: 'house_limit', limit: 7, refused: play })],
    'The house cashed the player out, saying it could cover no more than 7 coins. The seeds prove the draws; for that limit, you only have its word.',
  ],
  [
    [play, automaticAction({ reason: 'idle' })],
    'The house ended the round, saying the player was away for days. The seeds prove the draws; for that absence, you only have its word.',
  ],
  [
    [slots.jackpot.win(coins(12_345))],
    'The house paid the jackpot, saying the pot held 12345 coins. The seeds prove the hit; for that amount, you only have its word.',
  ],
])('states what the house did in %j without a proof', (actions, words) => {
  expect(trustAssumption(actions)).toBe(words)
})
