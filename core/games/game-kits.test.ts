import { describe, expect, test } from 'vitest'
import {
  gameKits,
  longestBlindRound,
  plainKit,
} from '../../scripts/lib/game-kits.ts'
import { coins } from '../money/coins.ts'
import type { Ask, Game } from './game.ts'
import type { GameCall } from './game-calls.ts'
import { games } from './registry.ts'

const kits = await gameKits()
const steppedKits = kits.flatMap(({ game, calls: { steps } }) =>
  steps && game.choices ? [{ game, steps }] : [],
)
/** All that chance can be. */
const CHANCES = [0, 0.1, 0.5, 0.9, 1]

/** What a call asks of its game. @throws where the API would refuse it. */
function askOf(game: Game, { path, body }: GameCall): Ask {
  const request = game.requests.find((one) => one.path === path)
  expect(request, path).toBeDefined()
  return request?.body.parse(body) ?? { start: { betAmount: coins(0) } }
}

test('every registered game has its kit, in the order of the registry', () => {
  expect(kits.map(({ game }) => game)).toEqual(games)
})

test('no two games share a folder, or the names of their figures', () => {
  expect(new Set(kits.map(({ folder }) => folder)).size).toBe(kits.length)
  expect(new Set(kits.map(({ returns }) => returns.name)).size).toBe(
    kits.length,
  )
})

test.each(kits)('a start of $folder stakes what it is told to', (kit) => {
  const { game, calls } = kit
  const ask = askOf(game, calls.start(7))
  expect('start' in ask && ask.start.betAmount).toBe(7)
})

test.each(kits)(
  '$folder goes on by calls exactly where its player decides',
  ({ game, calls }) => {
    expect(calls.steps !== undefined).toBe(game.choices !== undefined)
  },
)

describe.each(steppedKits)('the calls of $game.gameType', ({ game, steps }) => {
  const bet = game.bet.parse({ betAmount: 10 })
  const position = game.start(bet, () => 0)
  const legalActions = game.choices?.legalActions(position) ?? []

  test('take any legal action, whatever chance is', () => {
    expect(legalActions.length).toBeGreaterThan(1)
    for (const action of legalActions) {
      for (const chance of CHANCES) {
        const call = steps.any({ step: 0, legalActions: [action] }, chance)
        expect(askOf(game, call)).toMatchObject({ act: { action }, step: 0 })
      }
    }
  })

  test('take a legal one first on the quick way out', () => {
    const ask = askOf(game, steps.quick({ step: 0, legalActions }))
    expect('act' in ask && game.steps?.allows(position, ask.act)).toBe(true)
  })

  test('start and end a round blindly', () => {
    const asks = steps.blind.map((call) => askOf(game, call))
    expect(asks.map((ask) => 'start' in ask).indexOf(true)).toBe(0)
    expect(asks.map((ask) => 'start' in ask).lastIndexOf(true)).toBe(0)
    expect(asks.length).toBeGreaterThan(2)
  })
})

test('the plain game is of one step, the longest round of many', async () => {
  expect((await plainKit()).game.steps).toBeUndefined()
  const lengths = steppedKits.map(({ steps }) => steps.blind.length)
  expect(await longestBlindRound()).toHaveLength(Math.max(...lengths))
})
