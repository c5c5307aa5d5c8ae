import { describe, expect, test } from 'vitest'
import { createDraws } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Choice } from '#core/games/blackjack/blackjack-table.ts'
import { countSigmas, type Deviation } from '#core/games/return-check.ts'
import { coins } from '#core/money/coins.ts'
import { dealtRound, wanderedRound } from '#testing/samples/blackjack-rounds.ts'
import { blackjackDeviation } from './blackjack.ts'
import {
  blackjackReturn,
  choiceValue,
  positionValue,
} from './blackjack-values.ts'
import { addDeviations, NO_DEVIATION } from './deviation.ts'

const STAKE = 4
const BLIND = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]

/** Plays rounds by a list of wished actions each, with their deviations. */
function play(getWishes: (nonce: number) => number[], count = 600) {
  return Array.from({ length: count }, (_, nonce) => {
    const seeds = { serverSeed: '2b'.repeat(32), clientSeed: 'luck', nonce }
    const draws = createDraws(nobleHashes, seeds)
    const wishes = getWishes(nonce)
    const round = wanderedRound({ betAmount: STAKE, draws, wishes })
    const { outcome } = round.last
    if (!outcome) throw new Error('the round is still open')
    const { choices } = round
    const { payout } = outcome
    const finished = { betAmount: coins(STAKE), choices, outcome, payout }
    return { finished, deviation: blackjackDeviation(finished) }
  })
}

function joinDeviations(deviations: readonly Deviation[]): Deviation {
  return deviations.reduce(addDeviations, NO_DEVIATION)
}

describe('the deviation', () => {
  test('stays within its stated variance for a player who always splits, doubles and insures', () => {
    const rounds = play((nonce) =>
      BLIND.map((_, at) => 3 + ((nonce >> at) & 3)),
    )
    const kinds = new Set(rounds.flatMap(({ finished }) => finished.choices))
    expect(kinds.size).toBe(5)
    const total = joinDeviations(rounds.map(({ deviation }) => deviation))
    expect(Math.abs(countSigmas(total))).toBeLessThan(4)
    const squares = rounds.reduce(
      (sum, { deviation }) => sum + deviation.coins ** 2,
      0,
    )
    expect(squares).toBeGreaterThan(total.variance / 4)
    expect(squares).toBeLessThan(total.variance)
    for (const { deviation } of rounds)
      expect(deviation.largest).toBeGreaterThan(0)
  })

  test.each<[string, Choice[], number, number]>([
    [
      '8♠ 6♦ 8♥ 10♣ 2♦ 3♠ 9♦ 10♠ 5♠',
      ['split', 'hit', 'stand', 'double'],
      2954.158325,
      41.633572,
    ],
    ['10♠ A♦ 9♥ K♣', ['insurance'], 372.341662, 16.539445],
    ['5♠ A♦ 6♥ K♣', ['double'], 721.101525, 32.321887],
    ['A♠ A♦ K♥ 9♣', ['stand'], 345.71747, 20.384615],
  ])(
    'is the change of value by the draws of %s %j',
    (cards, choices, ...bounds) => {
      const at = (count: number) => dealtRound(cards, choices.slice(0, count))
      const { outcome } = at(choices.length)
      if (!outcome) throw new Error('the round is still open')
      let sum = positionValue(at(0)) - 10 * blackjackReturn()
      for (const [index, choice] of choices.entries()) {
        const [before, after] = [at(index), at(index + 1)]
        sum += positionValue(after) - after.staked + before.staked
        sum -= choiceValue(before, choice)
      }
      const { payout } = outcome
      const finished = { betAmount: coins(10), choices, outcome, payout }
      const {
        coins: deviation,
        variance,
        largest,
      } = blackjackDeviation(finished)
      expect(deviation).toBeCloseTo(sum, 9)
      expect(variance).toBeCloseTo(bounds[0], 6)
      expect(largest).toBeCloseTo(bounds[1], 6)
    },
  )

  test('includes the rounding of a win', () => {
    const [round] = play(() => BLIND, 1)
    if (!round) throw new Error('no round')
    const { finished, deviation } = round
    const more = blackjackDeviation({
      ...finished,
      payout: finished.payout + 100,
    })
    expect(more.coins).toBeCloseTo(deviation.coins + 100)
  })
})
