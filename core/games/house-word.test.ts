import { expect, test } from 'vitest'
import { coins } from '../money/coins.ts'
import { hiLo } from './hi-lo/hi-lo.ts'
import { houseWord } from './house-word.ts'
import { slots } from './slots/slots.ts'

const play = { action: 'play', choice: 'higher' } as const

test('is nothing where every step was the player’s', () => {
  expect(houseWord()).toBeUndefined()
  expect(houseWord([play, { action: 'cashout' }])).toBeUndefined()
})

test.each([
  [
    hiLo.choices.retreat({ reason: 'house_limit', limit: 7, refused: play }),
    /cashed the player out: it says it could cover no more than 7 coins.* that limit is its word/,
  ],
  [hiLo.choices.retreat({ reason: 'idle' }), /says the player was away/],
  [slots.jackpot.win(coins(12_345)), /says the pot held 12345 coins/],
])('tells of %j', (action, words) => {
  expect(houseWord([play, action])).toMatch(words)
})
