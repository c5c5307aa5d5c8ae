import { describe, expect, expectTypeOf, test } from 'vitest'
import { coinFlip } from './coin-flip/coin-flip.ts'
import {
  currentGames,
  type GameType,
  gameOf,
  games,
  registryOf,
} from './registry.ts'

test('no two games that can be played share a path', () => {
  const paths = currentGames.map(({ path }) => path)
  expect(new Set(paths).size).toBe(currentGames.length)
})

test('new rules take the place and the path of the old ones', () => {
  const second = { ...coinFlip, rulesVersion: 2 }
  const tenth = { ...coinFlip, rulesVersion: 10 }
  const { currentGames, gameOf } = registryOf([coinFlip, tenth, second])
  expect(currentGames).toEqual([tenth])
  expect(gameOf(coinFlip)).toBe(coinFlip)
})

test('every game can be played by its newest rules', () => {
  const types = (all: typeof games) =>
    new Set(all.map(({ gameType }) => gameType))
  expect(types(currentGames)).toEqual(types(games))
})

test('only the names of registered games are game types', () => {
  expectTypeOf<'Coin Flip'>().toExtend<GameType>()
  expectTypeOf<string>().not.toExtend<GameType>()
})

test('no two games share name and rules version', () => {
  const names = games.map((game) => `${game.gameType} ${game.rulesVersion}`)
  expect(new Set(names).size).toBe(games.length)
})

test.each(games)('$gameType is found by name and rules version', (game) => {
  expect(gameOf(game)).toBe(game)
})

test.each(games)('the path of $gameType is one plain segment', ({ path }) => {
  expect(path).toMatch(/^[a-z]+$/)
})

describe('gameOf', () => {
  test('knows coin flip', () => {
    expect(gameOf({ gameType: 'Coin Flip', rulesVersion: 1 })).toBe(coinFlip)
  })

  test.each([
    { gameType: 'Coin Flip', rulesVersion: 0 },
    { gameType: 'Coin Flip', rulesVersion: 2 },
    { gameType: 'coin flip', rulesVersion: 1 },
    { gameType: 'constructor', rulesVersion: 1 },
    { gameType: '', rulesVersion: 1 },
  ])('knows no $gameType by rules $rulesVersion', (round) => {
    expect(gameOf(round)).toBeUndefined()
  })
})
