import { expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import { hiLo } from './hi-lo/hi-lo.ts'
import { slots } from './slots/slots.ts'
import { trustAssumption } from './trust-assumption.ts'

const play = { action: 'play', choice: 'higher' } as const

test('is nothing where every step was the player’s', () => {
  expect(trustAssumption()).toBeUndefined()
  expect(trustAssumption([play, { action: 'cashout' }])).toBeUndefined()
})

test.each([
  [
    hiLo.choices.automaticAction({
      reason: 'house_limit',
      limit: 7,
      refused: play,
    }),
    /cashed the player out: it says it could cover no more than 7 coins.* that limit is its word/,
  ],
  [
    hiLo.choices.automaticAction({ reason: 'idle' }),
    /says the player was away/,
  ],
  [slots.jackpot.win(coins(12_345)), /says the pot held 12345 coins/],
])('tells of %j', (action, words) => {
  expect(trustAssumption([play, action])).toMatch(words)
})
