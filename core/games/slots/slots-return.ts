import { type Coins, coins } from '../../money/coins.ts'
import type { Luck } from '../../returns/luck.ts'
import { gridAt, REEL_COUNT, STOP_COUNT, winningLines } from './slot-reels.ts'
import { TICKETS, winningTickets } from './slots.ts'

/** Statistics over all equally likely spins, at a stake of one coin. */
export type SpinCensus = {
  spins: number
  /** Total payout, in coins. */
  paid: number
  /** Sum of the squared payouts. */
  squares: number
  /** Number of spins with a payout. */
  hits: number
  /** Largest payout. */
  largest: number
}

/** Plays every combination of stops, without jackpots. */
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

/** Plays one spin; the digits of its number, in base STOP_COUNT, are the stops. */
function payoutOf(spin: number): number {
  const grid = gridAt(
    (reel) => Math.floor(spin / STOP_COUNT ** reel) % STOP_COUNT,
  )
  return winningLines(grid, coins(1)).reduce(
    (sum, { payout }) => sum + payout,
    0,
  )
}

/** Returns the luck of a spin that did not hit the jackpot, given its payout. */
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

/** Returns a spin's chance to hit the jackpot. */
export function jackpotChance(betAmount: Coins): number {
  return winningTickets(betAmount) / TICKETS
}

/** Returns the luck of a spin in jackpots, not in coins. */
export function jackpotLuck(betAmount: Coins, isHit: boolean): Luck {
  const chance = jackpotChance(betAmount)
  const coins = Number(isHit) - chance
  return { coins, variance: chance * (1 - chance), largest: 1 }
}

/** Returns the expected payout per coin from a pot of constant size. */
export function jackpotReturn(pot: Coins): number {
  return pot * jackpotChance(coins(1))
}
