import type { Deviation } from '#core/games/return-check.ts'
import {
  buildGrid,
  REEL_COUNT,
  STOP_COUNT,
  winningLines,
} from '#core/games/slots/slot-reels.ts'
import { slots, TICKETS, winningTickets } from '#core/games/slots/slots.ts'
import { type Coins, coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { type ExactFigure, type GameKit, OF_THE_STAKE } from './game-kit.ts'

export const kit: GameKit = {
  folder: 'slots',
  game: slots,
  calls: { start: (betAmount) => ({ path: 'slot', body: { betAmount } }) },
  returns: {
    name: 'slots',
    exactFigures: () => exactFigures(spinCensus()),
    jackpot: { getDeviation: jackpotDeviation, getReturn: jackpotReturn },
  },
}

function exactFigures({
  spins,
  paid,
  squares,
  hits,
  largest,
}: SpinCensus): ExactFigure[] {
  return [
    {
      name: 'variance',
      value: squares / spins - (paid / spins) ** 2,
      unit: '× the stake squared',
      expected: slots.expectedReturn.spread.variance,
      within: 1e-9,
    },
    {
      name: 'return',
      value: (100 * paid) / spins,
      unit: OF_THE_STAKE,
      expected: 95,
    },
    {
      name: 'hits',
      value: (100 * hits) / spins,
      unit: '% of spins',
      expected: 25.45,
    },
    { name: 'largest_win', value: largest, unit: '× the stake', expected: 50 },
    {
      name: 'jackpot_accrual',
      value: slots.jackpot.shareHundredths,
      unit: OF_THE_STAKE,
      expected: 1,
    },
    {
      name: 'jackpot_reseed',
      value: 100 * jackpotReturn(JACKPOT_SEED),
      unit: OF_THE_STAKE,
      expected: 1,
    },
  ]
}

/** Statistics over all equally likely spins, at a stake of one coin. */
type SpinCensus = {
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

/** Plays every combination of stops, without jackpots. Takes seconds. */
export function spinCensus(): SpinCensus {
  const census = { spins: 0, paid: 0, squares: 0, hits: 0, largest: 0 }
  const spins = STOP_COUNT ** REEL_COUNT
  for (let spin = 0; spin < spins; spin += 1) {
    const payout = getPayout(spin)
    census.spins += 1
    census.paid += payout
    census.squares += payout ** 2
    census.hits += payout > 0 ? 1 : 0
    census.largest = Math.max(census.largest, payout)
  }
  return census
}

/** Plays one spin; the digits of its number, in base STOP_COUNT, are the stops. */
function getPayout(spin: number): number {
  const grid = buildGrid(
    (reel) => Math.floor(spin / STOP_COUNT ** reel) % STOP_COUNT,
  )
  return winningLines(grid, coins(1)).reduce(
    (sum, { payout }) => sum + payout,
    0,
  )
}

/** Returns a spin's probability of hitting the jackpot. */
export function jackpotChance(betAmount: Coins): number {
  return winningTickets(betAmount) / TICKETS
}

/** Returns the deviation of a spin in jackpots, not in coins. */
export function jackpotDeviation(betAmount: Coins, isHit: boolean): Deviation {
  const chance = jackpotChance(betAmount)
  const coins = Number(isHit) - chance
  return { coins, variance: chance * (1 - chance), largest: 1 }
}

/** Returns the expected payout per coin from a pot of constant size. */
export function jackpotReturn(pot: Coins): number {
  return pot * jackpotChance(coins(1))
}
