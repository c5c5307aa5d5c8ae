import { describe, expect, test } from 'vitest'
import { type Draws, drawsOf } from '../../fairness/draws.ts'
import { nobleHashes } from '../../fairness/noble-hashes.ts'
import { coins } from '../../money/coins.ts'
import { type Luck, NO_LUCK, sigmasOf, together } from '../../returns/luck.ts'
import { advanced, cardsOf, type HiLoAction, opened } from './hi-lo-position.ts'
import { guessReturns, hiLoLuck } from './hi-lo-return.ts'

test('each of the 26 guesses keeps 99 %', () => {
  const returns = guessReturns()
  expect(returns).toHaveLength(26)
  for (const { numerator, denominator } of returns) {
    expect(numerator * 100n).toBe(denominator * 99n)
  }
})

describe('luck', () => {
  test('is what a guess brought above what was given up for it', () => {
    const play = { action: 'play', choice: 'higher' } as const
    const cards = [
      { value: 7, suit: 'hearts' },
      { value: 9, suit: 'clubs' },
    ] as const
    const actions = [play, { action: 'cashout' }] as const
    // 100 × 0.99 × 13 / 7 = 183.857…
    const story = { betAmount: coins(100), actions, cards, payout: 184 }
    expect(hiLoLuck(story).coins).toBeCloseTo(184 - 99)
    const lost = { ...story, actions: [play], payout: 0 }
    const low = { value: 2, suit: 'clubs' } as const
    expect(hiLoLuck({ ...lost, cards: [cards[0], low] }).coins).toBeCloseTo(-99)
  })

  test.each(['likely', 'unlikely'])(
    'of %s guesses is little over many rounds',
    (wish) => {
      const total = Array.from({ length: 1_000 }, (_, nonce) => {
        const seeds = { serverSeed: '1a'.repeat(32), clientSeed: wish, nonce }
        return roundLuck(drawsOf(nobleHashes, seeds), wish === 'likely')
      }).reduce(together, NO_LUCK)
      expect(total.variance).toBeGreaterThan(0)
      expect(Math.abs(sigmasOf(total))).toBeLessThan(4)
    },
  )
})

/** Three guesses, skipped to, then cashed out. */
function roundLuck(draws: Draws, isLikely: boolean): Luck {
  let position = opened(coins(7), draws)
  const actions: HiLoAction[] = []
  const take = (action: HiLoAction) => {
    if (position.outcome) return
    position = advanced(position, action, draws)
    actions.push(action)
  }
  for (let guess = 0; guess < 3; guess += 1) {
    const { value } = position.current
    const isLow = value === 'A' || (typeof value === 'number' && value < 7)
    take({ action: 'play', choice: isLow === isLikely ? 'higher' : 'lower' })
    take({ action: 'skip' })
  }
  take({ action: 'cashout' })
  return hiLoLuck({
    betAmount: coins(7),
    actions,
    cards: cardsOf(position),
    payout: position.outcome?.payout ?? 0,
  })
}
