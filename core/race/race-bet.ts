import * as z from 'zod/mini'
import { drawFromStream } from '../fairness/draws.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Exposure } from '../games/game.ts'
import { stake } from '../money/bet-limits.ts'
import { type Coins, coins } from '../money/coins.ts'
import { type Ratio, roundFairly, roundUp } from '../money/fair-rounding.ts'
import { type HorseId, horseId } from './horses.ts'

/** Payout of a bet on the winner, in hundredths of the stake: a return of 95 %. */
export const PAYOUT_HUNDREDTHS = 380

/** Schema of a bet: a stake in coins on the winner. */
export const raceBet = z.strictObject({ horseId, amount: stake })
export type RaceBet = z.infer<typeof raceBet>

export type RaceBetStatus = 'pending' | 'won' | 'lost' | 'void'

/** Result of a finished race. */
export type RaceEnd = { winner: HorseId } | { void: true }

/** Returns the status of a bet. @param end undefined while the race is open. */
export function raceBetStatus(
  { horseId }: Pick<RaceBet, 'horseId'>,
  end: RaceEnd | undefined,
): RaceBetStatus {
  if (!end) return 'pending'
  if ('void' in end) return 'void'
  return end.winner === horseId ? 'won' : 'lost'
}

type SettledRaceBet = {
  amount: Coins
  isWin: boolean
  serverSeed: string
  salt: string
  /** Index among the accepted bets of the race, from 0. */
  index: number
}

/** Returns the payout of a bet: 3.8 × the stake if it won, rounded by a draw of its own. */
export function raceBetPayout(hashes: Hashes, bet: SettledRaceBet): Coins {
  if (!bet.isWin) return coins(0)
  return roundFairly(getWin(bet.amount), () => roundingDraw(hashes, bet))
}

/** Returns the exposure of one bet. A stake is too large if its payout exceeds the largest balance. */
export function raceBetExposure(amount: Coins): Exposure {
  const payout = roundUp(getWin(amount))
  return { payout, loss: payout - amount }
}

/** Returns the first four bytes of HMAC-SHA256 keyed by the race's seed over `salt:round:index`. */
function roundingDraw(
  hashes: Hashes,
  { serverSeed, salt, index }: SettledRaceBet,
) {
  return drawFromStream(
    hashes.hmacSha256(serverSeed, `${salt}:round:${index}`),
    0,
  )
}

function getWin(amount: Coins): Ratio {
  const numerator = BigInt(amount) * BigInt(PAYOUT_HUNDREDTHS)
  return { numerator, denominator: 100n }
}
