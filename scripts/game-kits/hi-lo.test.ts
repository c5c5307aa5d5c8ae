import { expect, test } from 'vitest'
import { RANKS } from '#core/games/cards.ts'
import { coins } from '#core/money/coins.ts'
import { guessReturns, hiLoDeviation } from './hi-lo.ts'

const SEVEN = { value: 7, suit: 'hearts' } as const
const PLAY = { action: 'play', choice: 'higher' } as const
const CASHOUT = { action: 'cashout' } as const
/** Winnings after a correct guess on 1400 coins: 1400 × 0.99 × 13 / 7. */
const WON = 2_574

test('each of the 26 guesses returns 99 %', () => {
  const returns = guessReturns()
  expect(returns).toHaveLength(26)
  for (const { numerator, denominator } of returns) {
    expect(numerator * 100n).toBe(denominator * 99n)
  }
})

test('a guess has a mean deviation of 0 and the stated variance', () => {
  const deviations = RANKS.map((value) => {
    const isRight = value !== 'A' && (typeof value === 'string' || value >= 7)
    return hiLoDeviation({
      betAmount: coins(1_400),
      actions: isRight ? [{ action: 'skip' }, PLAY, CASHOUT] : [PLAY],
      cards: [SEVEN, ...(isRight ? [SEVEN] : []), { value, suit: 'clubs' }],
      payout: isRight ? WON : 0,
    })
  })
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
  expect(sum(deviations.map((deviation) => deviation.coins))).toBeCloseTo(0)
  const squares = sum(deviations.map((deviation) => deviation.coins ** 2))
  for (const { coins, variance, largest } of deviations) {
    expect(variance).toBeCloseTo(squares / RANKS.length)
    expect(largest).toBe(1_400 * 0.99)
    expect(Math.abs(coins)).toBeLessThanOrEqual(largest)
  }
})

test.each([
  [2, 2 - (0.99 * 13) / 7],
  [1, 1 - (0.99 * 13) / 7],
])(
  'a cash-out of 1.84 coins as %i adds the deviation of its rounding',
  (...paid) => {
    const [payout, rounded] = paid
    const cards = [SEVEN, { value: 9, suit: 'clubs' } as const]
    const round = { betAmount: coins(1), cards, actions: [PLAY, CASHOUT] }
    const deviation = hiLoDeviation({ ...round, payout })
    expect(deviation.coins).toBeCloseTo(WON / 1_400 - 0.99 + rounded)
    const fraction = WON / 1_400 - 1
    const guess = 0.99 * (WON / 1_400 - 0.99)
    expect(deviation.variance).toBeCloseTo(guess + fraction * (1 - fraction))
  },
)
