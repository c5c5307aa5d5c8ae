import { expect, test } from 'vitest'
import { findTeam, TEAMS, teamParts } from './nba-teams.ts'

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
])('%s is %s', (spelling, name) => expect(findTeam(spelling)).toBe(name))

test('has a unique name for each team', () => {
  expect(TEAMS.map(findTeam)).toEqual(TEAMS)
  expect(new Set(TEAMS).size).toBe(30)
})

test.each(['Los Angeles', 'Seattle SuperSonics', ''])(
  'doesn’t know "%s"',
  (spelling) => expect(findTeam(spelling)).toBe(spelling),
)

test('has unique three-letter codes', () => {
  const letters = TEAMS.map((name) => teamParts(name).short)
  expect(new Set(letters).size).toBe(30)
  expect(letters.every((one) => /^[A-Z]{3}$/.test(one))).toBe(true)
})

test.each([
  ['Portland Trail Blazers', ['Portland', 'Trail Blazers', 'POR']],
  ['Seattle SuperSonics', ['', 'Seattle SuperSonics', 'SEA']],
])('splits %s into city, nickname and letters', (name, parts) => {
  expect(Object.values(teamParts(name))).toEqual(parts)
})
