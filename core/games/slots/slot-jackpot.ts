import * as z from 'zod/mini'
import { type Draw, integerBelow } from '../../fairness/draws.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins, JACKPOT_SEED } from '../../money/coins.ts'
import { LINES } from './slot-lines.ts'
import type { SlotsOutcome } from './slot-outcome.ts'
import { REEL_COUNT, ROWS } from './slot-reels.ts'

/** Ends a round that hit the jackpot. The pot is what it was when it was taken, and never less than its seed. */
export const jackpotAction = z.strictObject({
  action: z.literal('jackpot'),
  pot: coinAmount.check(z.refine((pot) => pot >= JACKPOT_SEED)),
})
export type JackpotAction = z.infer<typeof jackpotAction>

/** How many tickets there are; one is drawn each spin. */
export const TICKETS = 1_000_000
/** A larger stake has no better chance. */
export const MOST_WINNING_TICKETS = 10_000

/** Each draw is one of a million tickets, 0 to 999,999. */
export function ticketOf(draw: Draw): number {
  return integerBelow(draw, TICKETS)
}

/** The tickets below this number win: one for each coin staked, up to 10,000. */
export function winningTickets(betAmount: Coins): number {
  return Math.min(betAmount, MOST_WINNING_TICKETS)
}

/** All cells show BTC; the lines share the pot, the first ones its remainder. */
export function jackpotOutcome(pot: Coins): SlotsOutcome {
  const share = Math.floor(pot / LINES.length)
  const remainder = pot % LINES.length
  return {
    grid: ROWS.map(() =>
      Array.from({ length: REEL_COUNT }, () => 'BTC' as const),
    ),
    winningLines: LINES.map((rows, line) => ({
      line,
      matches: rows.length,
      symbol: 'BTC',
      payout: coins(line < remainder ? share + 1 : share),
    })),
    jackpotWin: pot,
    payout: pot,
  }
}
