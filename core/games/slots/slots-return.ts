import { type Coins, coins } from '../../money/coins.ts'
import type { Luck } from '../../returns/luck.ts'
import { gridAt, REEL_COUNT, STOP_COUNT, winningLines } from './slot-reels.ts'
import { TICKETS, winningTickets } from './slots.ts'

/** All spins of the reels, each as likely as any other, at a stake of one coin. */
export type SpinCensus = {
  spins: number
  /** What they pay together, in coins. */
  paid: number
  /** The sum of what each pays, squared. */
  squares: number
  /** How many pay anything. */
  hits: number
  /** The most that one pays. */
  largest: number
}

/** Plays every stop of every reel with every other, without jackpots. */
export function spinCensus(): SpinCensus {
  const census = { spins: 0, paid: 0, squares: 0, hits: 0, largest: 0 }
  const spins = STOP_COUNT ** REEL_COUNT
  for (let spin = 0; spin < spins; spin += 1) {
    const payout = payoutOf(spin)
    census.spins += 1
    census.paid += payout
    census.squares += payout ** 2
    census.hits += payout > 0 ? 1 : 0
    census.largest = Math.max(census.largest, payout)
  }
  return census
}

/** Each digit of a spin's number, to the base of the stops, is a reel's stop. */
function payoutOf(spin: number): number {
  const grid = gridAt(
    (reel) => Math.floor(spin / STOP_COUNT ** reel) % STOP_COUNT,
  )
  return winningLines(grid, coins(1)).reduce(
    (sum, { payout }) => sum + payout,
    0,
  )
}

/** Of a spin that did not hit the jackpot, by what it paid. */
export function spinLuck(
  { spins, paid, squares, largest }: SpinCensus,
  betAmount: Coins,
  payout: number,
): Luck {
  const mean = paid / spins
  return {
    coins: payout - mean * betAmount,
    variance: (squares / spins - mean ** 2) * betAmount ** 2,
    largest: largest * betAmount,
  }
}

/** How likely a spin is to hit the jackpot. */
export function jackpotChance(betAmount: Coins): number {
  return winningTickets(betAmount) / TICKETS
}

/** Of a spin as to the jackpot: counted in jackpots, not in coins. */
export function jackpotLuck(betAmount: Coins, isHit: boolean): Luck {
  const chance = jackpotChance(betAmount)
  const coins = Number(isHit) - chance
  return { coins, variance: chance * (1 - chance), largest: 1 }
}

/** What each coin staked gets back on average from a pot that stays as it is. */
export function jackpotReturn(pot: Coins): number {
  return pot * jackpotChance(coins(1))
}
