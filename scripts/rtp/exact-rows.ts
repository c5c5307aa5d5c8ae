import { slots } from '#core/games/slots.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import { blackjackReturn } from '#core/returns/blackjack-return.ts'
import { coinFlipReturn } from '#core/returns/coin-flip-return.ts'
import { guessReturns } from '#core/returns/hi-lo-return.ts'
import { jackpotReturn, type SpinCensus } from '#core/returns/slots-return.ts'
import { type Measure, rounded } from '../lib/measures.ts'

const BLACKJACK_PERCENT = 99.43
const NEARNESS = 0.01
const PERCENT = '% of the stake'

type Figure = Pick<Measure, 'name' | 'value' | 'unit'>

/** What each game pays back, by all that can be drawn. */
export function exactRows(census: SpinCensus): Measure[] {
  const guesses = guessReturns().map(percentOf)
  return [
    exactly(99, {
      name: 'coin_flip_return',
      value: percentOf(coinFlipReturn()),
      unit: PERCENT,
    }),
    ...slotRows(census),
    blackjackRow(),
    exactly(99, {
      name: 'hi_lo_least_return',
      value: Math.min(...guesses),
      unit: '% a guess',
    }),
    exactly(99, {
      name: 'hi_lo_most_return',
      value: Math.max(...guesses),
      unit: '% a guess',
    }),
  ]
}

function slotRows({ spins, paid, hits, largest }: SpinCensus): Measure[] {
  return [
    exactly(95, {
      name: 'slots_return',
      value: (100 * paid) / spins,
      unit: PERCENT,
    }),
    exactly(25.45, {
      name: 'slots_hits',
      value: (100 * hits) / spins,
      unit: '% of spins',
    }),
    exactly(50, {
      name: 'slots_largest_win',
      value: largest,
      unit: '× the stake',
    }),
    exactly(1, {
      name: 'slots_jackpot_accrual',
      value: slots.jackpot.shareHundredths,
      unit: PERCENT,
    }),
    exactly(1, {
      name: 'slots_jackpot_reseed',
      value: 100 * jackpotReturn(JACKPOT_SEED),
      unit: PERCENT,
    }),
  ]
}

function blackjackRow(): Measure {
  const percent = percentOf(blackjackReturn())
  return {
    name: 'blackjack_return',
    value: rounded(percent, 4),
    unit: PERCENT,
    bar: `${BLACKJACK_PERCENT} ± ${NEARNESS}`,
    ok: Math.abs(percent - BLACKJACK_PERCENT) <= NEARNESS,
  }
}

function exactly(bar: number, figure: Figure): Measure {
  return { ...figure, bar: `${bar}`, ok: figure.value === bar }
}

function percentOf({ numerator, denominator }: Ratio): number {
  return Number((numerator * 10n ** 12n) / denominator) / 1e10
}
