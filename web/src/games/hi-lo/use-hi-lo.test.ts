import { expect, test } from 'vitest'
import { nextRequest } from './use-hi-lo.ts'

const open = {
  consecutiveWins: 0,
  higherProbability: 30.77,
  lowerProbability: 76.92,
  legalActions: ['play', 'skip'],
  step: 3,
}
const won = { ...open, consecutiveWins: 2, legalActions: ['play', 'cashout'] }

test.each([
  ['likelier', open, 'lower'],
  ['bolder', open, 'higher'],
  ['likelier', { ...open, higherProbability: 84.62 }, 'higher'],
  ['bolder', { ...open, higherProbability: 84.62 }, 'lower'],
  ['likelier', { ...open, higherProbability: 76.92 }, 'higher'],
  ['bolder', { ...open, higherProbability: 76.92 }, 'higher'],
] as const)('guesses the %s side of %o: %s', (side, round, choice) => {
  const request = nextRequest({ side, cashOutAfter: 1 }, round)
  expect(request).toEqual({ path: 'hilo/play', body: { choice, step: 3 } })
})

test.each([
  [1, won, 'hilo/cashout'],
  [2, won, 'hilo/cashout'],
  [3, won, 'hilo/play'],
  [1, { ...won, legalActions: ['play'] }, 'hilo/play'],
])(
  'cashes out after %i right guesses if allowed: %o',
  (cashOutAfter, round, path) => {
    expect(nextRequest({ side: 'likelier', cashOutAfter }, round).path).toBe(
      path,
    )
  },
)
