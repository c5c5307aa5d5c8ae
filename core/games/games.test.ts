import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { GameCall } from '../../scripts/game-kits/game-kit.ts'
import { gameKits } from '../../scripts/game-kits/game-kits.ts'
import { createDraws, type Draws, recordDraws } from '../fairness/draws.ts'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import { replayMoves } from '../fairness/round.ts'
import { coins, JACKPOT_SEED, MAX_COINS } from '../money/coins.ts'
import { coinFlip } from './coin-flip/coin-flip.ts'
import type {
  Action,
  Bet,
  Exposure,
  Game,
  Position,
  RequestedMove,
} from './game.ts'
import {
  createRegistry,
  currentGames,
  type GameType,
  games,
} from './registry.ts'
import { slots } from './slots/slots.ts'

const steppedKits = gameKits.flatMap(({ game, calls: { steps } }) =>
  steps && game.choices ? [{ game, steps, choices: game.choices }] : [],
)

/** Parses a call. @throws where the API would refuse it. */
function toMoveRequest(game: Game, { path, body }: GameCall): RequestedMove {
  const request = game.requests.find((one) => one.path === path)
  if (!request) throw new Error(`${path} is no request`)
  return request.body.parse(body)
}

describe('the registry', () => {
  test('has a kit of every game, in order and with unique names', () => {
    expect(gameKits.map(({ game }) => game)).toEqual(games)
    for (const names of [
      gameKits.map(({ folder }) => folder),
      gameKits.map(({ returns }) => returns.name),
      currentGames.map(({ path }) => path),
      games.map((game) => `${game.gameType} ${game.rulesVersion}`),
    ]) {
      expect(new Set(names).size).toBe(gameKits.length)
    }
  })

  test('plays the latest rules and keeps the old ones', () => {
    const second = { ...coinFlip, rulesVersion: 2 }
    const tenth = { ...coinFlip, rulesVersion: 10 }
    const all = [slots, coinFlip, tenth, second]
    const { currentGames, findGame } = createRegistry(all)
    expect(currentGames).toEqual([slots, tenth])
    expect(findGame(coinFlip)).toBe(coinFlip)
  })

  test('has the names of its games as type', () => {
    expectTypeOf<'Coin Flip'>().toExtend<GameType>()
    expectTypeOf<string>().not.toExtend<GameType>()
  })

  test.each([
    { gameType: 'Coin Flip', rulesVersion: 0 },
    { gameType: 'Coin Flip', rulesVersion: 2 },
    { gameType: 'coin flip', rulesVersion: 1 },
    { gameType: 'constructor', rulesVersion: 1 },
  ])('doesn’t find $gameType by rules $rulesVersion', (round) => {
    expect(createRegistry(games).findGame(round)).toBeUndefined()
  })
})

describe.each(gameKits)('$folder', ({ game, calls }) => {
  const start = toMoveRequest(game, calls.start(10))
  if (!('start' in start)) throw new Error('a start has a bet')
  const sample = start.start
  const { choices, jackpot, steps } = game

  test('is found by name and rules version, at a path of one segment', () => {
    expect(createRegistry(games).findGame(game)).toBe(game)
    expect(game.path).toMatch(/^[a-z]+$/)
  })

  test('rejects fields that are not part of its bet', () => {
    expect(sample.betAmount).toBe(10)
    expect(game.bet.parse(sample)).toEqual(sample)
    const own = JSON.stringify(sample).slice(1, -1)
    for (const json of [
      `{${own},"extra":1}`,
      `{${own},"__proto__":{"payout":9}}`,
      `{${own},"constructor":1}`,
      `{"__proto__":{${own}}}`,
      `[{${own}}]`,
      '{}',
      'null',
    ]) {
      expect(game.bet.safeParse(JSON.parse(json)).success, json).toBe(false)
    }
  })

  test('reports an invalid stake', () => {
    const { error } = game.bet.safeParse({ ...sample, betAmount: 0 })
    expect(error?.issues).toMatchObject([
      { path: ['betAmount'], message: 'The minimum bet is 1 coin' },
    ])
    const { path, body } = calls.start(0)
    const request = game.requests.find((one) => one.path === path)
    expect(request?.body.safeParse(body).success).toBe(false)
  })

  test('has an exposure that grows with the stake, beyond any balance', () => {
    const stake = fc.integer({ min: 1, max: MAX_COINS - 1 })
    const of = (betAmount: number) =>
      game.exposure({ ...sample, betAmount: coins(betAmount) })
    fc.assert(
      fc.property(stake, (one) => {
        const [less, more] = [of(one), of(one + 1)]
        expect(more.payout).toBeGreaterThanOrEqual(less.payout)
      }),
    )
    const most = of(MAX_COINS)
    expect(most.payout > MAX_COINS || most.loss === 0).toBe(true)
  })

  test('property: stays within its exposure and is deterministic', () => {
    fc.assert(
      fc.property(anySeed, anyStake, anyWishes, (seed, stake, wishes) => {
        const bet = { ...sample, betAmount: coins(stake) }
        const seeds = { serverSeed: seed, clientSeed: 'a', nonce: 0 }
        const { draws, list } = recordDraws(createDraws(nobleHashes, seeds))
        const { actions, last } = played({ bet, draws, wishes })
        const { outcome } = last
        if (!outcome) throw new Error('a round ends')
        expect(game.outcome.parse(outcome)).toEqual(outcome)
        for (const change of [{ more: 1 }, { payout: -1 }, { payout: 0.5 }]) {
          const wrong = { ...outcome, ...change }
          expect(game.outcome.safeParse(wrong).success).toBe(false)
        }
        const again = replayMoves({ game, bet, actions }, draws)
        expect(again?.outcome).toEqual(outcome)
        expect(game.view(last)).toMatchObject({ payout: outcome.payout })
        const round = { bet, actions, draws: list(), outcome }
        for (const index of round.draws.keys()) {
          expect(game.explain(round, index)).not.toBe('')
        }
        expect(choices?.legalActions(last) ?? []).toEqual([])
        for (const action of actions) {
          expect(steps?.allows(last, action)).toBe(false)
        }
      }),
      { numRuns: 100 },
    )
  })

  /** Plays legal choices by their indexes, then automatic actions. */
  function played({ bet, draws, wishes }: Play) {
    const actions: Action[] = []
    let exposure = game.exposure(bet)
    let position = game.start(bet, draws)
    for (let at = 0; !position.outcome; at += 1) {
      expectWithin(exposure, position, draws)
      const action = wished(position, wishes[at])
      if (!steps?.allows(position, action)) throw new Error('it is allowed')
      const price = choices?.price(position, action) ?? 0
      exposure = choices?.exposure(position, action) ?? exposure
      const next = steps.act(position, action, draws)
      expect([0, price]).toContain(next.staked - position.staked)
      actions.push(action)
      position = next
    }
    if (!actions.some(({ pot }) => pot)) expectWithin(exposure, position, draws)
    return { actions, last: position }
  }

  function wished(position: Position, wish = 0): Action {
    if (jackpot?.isHit(position)) return jackpot.win(JACKPOT_SEED)
    const legalActions = choices?.legalActions(position) ?? []
    const standing = { step: 0, legalActions }
    const call = wish > 0 && calls.steps?.any(standing, wish)
    const move = call && toMoveRequest(game, call)
    if (move && 'act' in move) return move.act
    if (!choices) throw new Error('the game has choices')
    return choices.automaticAction({ reason: 'idle' })
  }

  /** Ends the round by automatic actions. */
  function expectWithin(most: Exposure, position: Position, draws: Draws) {
    let last = position
    for (let times = 0; !last.outcome && choices && steps; times += 1) {
      expect(times).toBeLessThan(2)
      const action = choices.automaticAction({ reason: 'idle' })
      last = steps.act(last, action, draws)
    }
    const { outcome, staked } = last
    if (!outcome) return
    expect(outcome.payout).toBeLessThanOrEqual(most.payout)
    expect(outcome.payout - staked).toBeLessThanOrEqual(most.loss)
  }
})

type Play = { bet: Bet; draws: Draws; wishes: readonly number[] }

const anySeed = fc.nat().map((number) => number.toString(16).padStart(64, '5e'))
/** Up to stakes whose exposure a balance can hold after some right guesses. */
const anyStake = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 1_000_000 }),
)
/** Index of the legal action; 0 is the automatic one. */
const anyWishes = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
  maxLength: 12,
})

test.each(steppedKits)('the calls of $game.gameType are legal', (kit) => {
  const { game, steps, choices } = kit
  const position = game.start(game.bet.parse({ betAmount: 10 }), () => 0)
  const legalActions = choices.legalActions(position)
  expect(legalActions.length).toBeGreaterThan(1)
  for (const action of legalActions) {
    for (const chance of [0, 0.1, 0.5, 0.9, 1]) {
      const call = steps.any({ step: 0, legalActions: [action] }, chance)
      expect(toMoveRequest(game, call)).toMatchObject({
        act: { action },
        step: 0,
      })
    }
  }
  const move = toMoveRequest(game, steps.quick({ step: 0, legalActions }))
  expect('act' in move && game.steps?.allows(position, move.act)).toBe(true)
  const starts = steps.blind.map((call) => 'start' in toMoveRequest(game, call))
  expect([starts[0], starts.lastIndexOf(true)]).toEqual([true, 0])
})

test('only games with choices have calls that continue a round', () => {
  for (const { game, calls } of gameKits) {
    expect(calls.steps !== undefined).toBe(game.choices !== undefined)
  }
})
