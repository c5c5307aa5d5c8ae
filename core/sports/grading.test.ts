import { expect, test } from 'vitest'
import { labelOf, type Selection } from './game.ts'
import { gradeOf } from './grading.ts'

const TEAMS = { homeTeam: 'Boston Celtics', awayTeam: 'Miami Heat' }
const { homeTeam, awayTeam } = TEAMS

function selected(
  market: Selection['market'],
  name: string,
  point: number | null = null,
): Selection {
  return { market, name, point }
}

test.each([
  [selected('h2h', homeTeam), 'won'],
  [selected('h2h', awayTeam), 'lost'],
  [selected('spreads', homeTeam, -4.5), 'won'],
  [selected('spreads', homeTeam, -5), 'void'],
  [selected('spreads', homeTeam, -5.5), 'lost'],
  [selected('spreads', awayTeam, 4.5), 'lost'],
  [selected('spreads', awayTeam, 5), 'void'],
  [selected('spreads', awayTeam, 5.5), 'won'],
  [selected('totals', 'Over', 214.5), 'won'],
  [selected('totals', 'Over', 215), 'void'],
  [selected('totals', 'Over', 215.5), 'lost'],
  [selected('totals', 'Under', 214.5), 'lost'],
  [selected('totals', 'Under', 215), 'void'],
  [selected('totals', 'Under', 215.5), 'won'],
] as const)('of 110 to 105, %j is %s', (bet, grade) => {
  expect(gradeOf(bet, TEAMS, { home: 110, away: 105 })).toBe(grade)
})

test('a tie, which a feed could only tell by mistake, is nobody’s win', () => {
  const score = { home: 100, away: 100 }
  expect(gradeOf(selected('h2h', homeTeam), TEAMS, score)).toBe('void')
})

test.each([
  [selected('h2h', homeTeam), 'Boston Celtics'],
  [selected('spreads', homeTeam, -3.5), 'Boston Celtics -3.5'],
  [selected('spreads', awayTeam, 3.5), 'Miami Heat +3.5'],
  [selected('totals', 'Over', 224.5), 'Over 224.5'],
])('%j reads as %s', (bet, label) => {
  expect(labelOf(bet)).toBe(label)
})
