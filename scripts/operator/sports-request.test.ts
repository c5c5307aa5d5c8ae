import { expect, test } from 'vitest'
import { SPORTS_USAGE, sportsRequest } from './sports-request.ts'

test('a game is void for a reason of several words', () => {
  const args = ['void', 'season-1-game-7', 'Played', 'without', 'a', 'ball.']
  expect(sportsRequest(args)).toEqual({
    gameId: 'season-1-game-7',
    reason: 'Played without a ball.',
    score: undefined,
  })
})

test('a score is the home team’s first', () => {
  expect(sportsRequest(['correct', 'game', '101-99', 'Late', 'call'])).toEqual({
    gameId: 'game',
    reason: 'Late call',
    score: { home: 101, away: 99 },
  })
})

test.each([
  [[]],
  [['void']],
  [['void', 'game']],
  [['void', 'game', ' ']],
  [['correct', 'game', 'reason']],
  [['correct', 'game', '100-100', 'A', 'tie']],
  [['correct', 'game', '-5-100', 'Below', 'zero']],
  [['correct', 'game', '1000-5', 'Too', 'much']],
  [['correct', 'game', '101-99']],
  [['settle', 'game', 'reason']],
])('%j gets the usage', (args) => {
  expect(() => sportsRequest(args)).toThrow(SPORTS_USAGE)
})
