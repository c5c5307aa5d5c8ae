import { type Luck, NO_LUCK, together } from './luck.ts'

/** Finished rounds together, in coins. */
export type Tally = {
  rounds: number
  /** Rounds that paid anything. */
  hits: number
  staked: number
  paid: number
  luck: Luck
}

export const NO_ROUNDS: Tally = {
  rounds: 0,
  hits: 0,
  staked: 0,
  paid: 0,
  luck: NO_LUCK,
}

/** A tally with one more round, or with one more tally's. */
export function joined(one: Tally, other: Tally): Tally {
  return {
    rounds: one.rounds + other.rounds,
    hits: one.hits + other.hits,
    staked: one.staked + other.staked,
    paid: one.paid + other.paid,
    luck: together(one.luck, other.luck),
  }
}

/** The tally of one round. */
export function tallyOf(round: {
  staked: number
  paid: number
  luck: Luck
}): Tally {
  return { ...round, rounds: 1, hits: round.paid > 0 ? 1 : 0 }
}
