import { test } from 'vitest'
import {
  CASH_OUT,
  cashOut,
  guess,
  guessWrong,
  HIGHER,
  LOWER,
  type Story,
} from './hi-lo-scenario.ts'

test.each<[string, Story]>([
  [
    'the same card again, which is right either way,',
    { moves: [HIGHER, LOWER, CASH_OUT], cards: [7, 7, 7] },
  ],
  [
    'a king after a king',
    { moves: [guess('higher', /^Same/), CASH_OUT], cards: ['K', 'K'] },
  ],
  [
    'an ace after an ace',
    { moves: [guess('lower', /^Same/), CASH_OUT], cards: ['A', 'A'] },
  ],
])('%s is cashed out and proven', (_name, story) => cashOut(story))

test('a guess after a right one that is wrong ends the round, and is proven', () =>
  guessWrong({ moves: [LOWER, LOWER] }))
