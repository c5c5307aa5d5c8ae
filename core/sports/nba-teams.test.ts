import { expect, test } from 'vitest'
import { TEAMS, teamOf } from './nba-teams.ts'

test.each([
  ['LA Clippers', 'Los Angeles Clippers'],
  ['L.A. Clippers', 'Los Angeles Clippers'],
  ['LAL', 'Los Angeles Lakers'],
  ['lakers', 'Los Angeles Lakers'],
  ['Sixers', 'Philadelphia 76ers'],
  ['PHI 76ers', 'Philadelphia 76ers'],
  ['Portland', 'Portland Trail Blazers'],
  [' utah  jazz', 'Utah Jazz'],
  [' Bullets ', 'Bullets'],
])('%s is %s', (spelling, name) => expect(teamOf(spelling)).toBe(name))

test('each team has its own name', () => {
  expect(TEAMS.map(teamOf)).toEqual(TEAMS)
  expect(new Set(TEAMS).size).toBe(30)
})

test.each(['Los Angeles', 'Seattle SuperSonics', ''])(
  '"%s" is no team of the league',
  (spelling) => expect(teamOf(spelling)).toBe(spelling),
)
