import * as z from 'zod/mini'
import { drawIn } from '../fairness/draws.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Exposure } from '../games/game.ts'
import { stake } from '../money/coin-amount.ts'
import { type Coins, coins } from '../money/coins.ts'
import { fairRounded, type Ratio, roundedUp } from '../money/fair-rounding.ts'
import { type HorseId, horseId, horses } from './horses.ts'

/** A bet on the winner pays back 3.8 times the stake: a return of 95 %. */
export const PAYOUT_HUNDREDTHS = 380

/** What a player asks for: a whole stake on the horse that wins. */
export const raceBet = z.strictObject({ horseId, amount: stake })
export type RaceBet = z.infer<typeof raceBet>

export type RaceBetStatus = 'pending' | 'won' | 'lost' | 'void'

/** What came of a race that is over: a winner, or nothing where it is void. */
export type RaceEnd = { winner: HorseId } | { void: true }

/** @param end undefined while the race is not over. */
export function raceBetStatus(
  { horseId }: Pick<RaceBet, 'horseId'>,
  end: RaceEnd | undefined,
): RaceBetStatus {
  if (!end) return 'pending'
  if ('void' in end) return 'void'
  return end.winner === horseId ? 'won' : 'lost'
}

type SettledRaceBet = {
  /** The stake. */
  amount: Coins
  isWin: boolean
  /** Those of the race. */
  serverSeed: string
  salt: string
  /** Among the accepted bets of the race, from 0. */
  index: number
}

/** What a bet pays back once its race was run: 3.8 × the stake, fair-rounded by a draw of its own. */
export function raceBetPayout(hashes: Hashes, bet: SettledRaceBet): Coins {
  if (!bet.isWin) return coins(0)
  return fairRounded(winOf(bet.amount), () => roundingDraw(hashes, bet))
}

/** How far one bet can go; the largest allowed stake is the one whose payout a balance can hold. */
export function raceBetExposure(amount: Coins): Exposure {
  const payout = roundedUp(winOf(amount))
  return { payout, loss: payout - amount }
}

/** How far all bets on one race can go together: what they pay when the worst horse for the house wins. */
export function raceExposure(bets: readonly RaceBet[]): Exposure {
  const payouts = horses.map(({ id }) =>
    sum(
      bets
        .filter(({ horseId }) => horseId === id)
        .map(({ amount }) => raceBetExposure(amount).payout),
    ),
  )
  const payout = Math.max(...payouts)
  return { payout, loss: payout - sum(bets.map(({ amount }) => amount)) }
}

/** HMAC-SHA256 keyed by the race's seed over `salt:round:index`, its first four bytes. */
function roundingDraw(
  hashes: Hashes,
  { serverSeed, salt, index }: SettledRaceBet,
) {
  return drawIn(hashes.hmacSha256(serverSeed, `${salt}:round:${index}`), 0)
}

function winOf(amount: Coins): Ratio {
  const numerator = BigInt(amount) * BigInt(PAYOUT_HUNDREDTHS)
  return { numerator, denominator: 100n }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
