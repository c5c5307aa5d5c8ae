import { describe, expect, test } from 'vitest'
import { dealtRound, wanderedRound } from '#testing/samples/blackjack-rounds.ts'
import { drawsOf } from '../../fairness/draws.ts'
import { nobleHashes } from '../../fairness/noble-hashes.ts'
import { coins } from '../../money/coins.ts'
import { type Luck, NO_LUCK, sigmasOf, together } from '../../returns/luck.ts'
import { blackjackLuck } from './blackjack-luck.ts'
import {
  blackjackReturn,
  choiceValue,
  positionValue,
  type Value,
} from './blackjack-return.ts'
import type { Choice } from './blackjack-table.ts'

const STAKE = 4
const BLIND = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]

/** Rounds of a player who does what the wishes say, each as lucky as it was. */
function played(wishesOf: (nonce: number) => number[], count = 600) {
  return Array.from({ length: count }, (_, nonce) => {
    const seeds = { serverSeed: '2b'.repeat(32), clientSeed: 'luck', nonce }
    const draws = drawsOf(nobleHashes, seeds)
    const wishes = wishesOf(nonce)
    const round = wanderedRound({ betAmount: STAKE, draws, wishes })
    const { outcome } = round.last
    if (!outcome) throw new Error('the round is still open')
    const { choices } = round
    const { payout } = outcome
    const story = { betAmount: coins(STAKE), choices, outcome, payout }
    return { story, luck: blackjackLuck(story) }
  })
}

function inCoins({ numerator, denominator }: Value): number {
  return Number(numerator) / Number(denominator)
}

function sumOf(lucks: readonly Luck[]): Luck {
  return lucks.reduce(together, NO_LUCK)
}

describe('luck', () => {
  test('stays within its stated variance for a player who always splits, doubles and insures', () => {
    const rounds = played((nonce) =>
      BLIND.map((_, at) => 3 + ((nonce >> at) & 3)),
    )
    const kinds = new Set(rounds.flatMap(({ story }) => story.choices))
    expect(kinds.size).toBe(5)
    const total = sumOf(rounds.map(({ luck }) => luck))
    expect(Math.abs(sigmasOf(total))).toBeLessThan(4)
    const squares = rounds.reduce((sum, { luck }) => sum + luck.coins ** 2, 0)
    expect(squares).toBeGreaterThan(total.variance / 4)
    expect(squares).toBeLessThan(total.variance)
    for (const { luck } of rounds) expect(luck.largest).toBeGreaterThan(0)
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
      let sum = inCoins(positionValue(at(0))) - 10 * inCoins(blackjackReturn())
      for (const [index, choice] of choices.entries()) {
        const [before, after] = [at(index), at(index + 1)]
        sum += inCoins(positionValue(after)) - after.staked + before.staked
        sum -= inCoins(choiceValue(before, choice))
      }
      const { payout } = outcome
      const story = { betAmount: coins(10), choices, outcome, payout }
      const { coins: luck, variance, largest } = blackjackLuck(story)
      expect(luck).toBeCloseTo(sum, 9)
      expect(variance).toBeCloseTo(bounds[0], 6)
      expect(largest).toBeCloseTo(bounds[1], 6)
    },
  )

  test('includes the rounding of a win', () => {
    const [round] = played(() => BLIND, 1)
    if (!round) throw new Error('no round')
    const { story, luck } = round
    const more = blackjackLuck({ ...story, payout: story.payout + 100 })
    expect(more.coins).toBeCloseTo(luck.coins + 100)
  })
})
