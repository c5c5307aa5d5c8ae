import { expect, it } from 'vitest'
import { moveBy } from './hi-lo-strategy.ts'

const open = {
  consecutiveWins: 0,
  higherProbability: 30.77,
  lowerProbability: 76.92,
  legalActions: ['play', 'skip'],
}
const won = { ...open, consecutiveWins: 2, legalActions: ['play', 'cashout'] }

it.each([
  ['likelier', open, 'lower'],
  ['bolder', open, 'higher'],
  ['likelier', { ...open, higherProbability: 84.62 }, 'higher'],
  ['bolder', { ...open, higherProbability: 84.62 }, 'lower'],
  ['likelier', { ...open, higherProbability: 76.92 }, 'higher'],
  ['bolder', { ...open, higherProbability: 76.92 }, 'higher'],
] as const)('guesses the %s side of %o: %s', (side, round, choice) => {
  const move = moveBy({ side, cashOutAfter: 1 }, round)
  expect(move).toEqual({ is: 'guess', choice })
})

it('takes what it has won after so many right guesses, not before', () => {
  const side = 'likelier'
  expect(moveBy({ side, cashOutAfter: 2 }, won)).toEqual({ is: 'cashOut' })
  expect(moveBy({ side, cashOutAfter: 1 }, won)).toEqual({ is: 'cashOut' })
  expect(moveBy({ side, cashOutAfter: 3 }, won).is).toBe('guess')
})

it('goes on guessing where nothing can be cashed out', () => {
  const round = { ...won, legalActions: ['play'] }
  expect(moveBy({ side: 'likelier', cashOutAfter: 1 }, round).is).toBe('guess')
})
