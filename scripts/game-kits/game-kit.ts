import { assert } from '#core/assert.ts'
import type {
  Action,
  Bet,
  Game,
  JsonObject,
  Outcome,
} from '#core/games/game.ts'
import type { Deviation } from '#core/games/return-check.ts'
import type { Coins } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'

/** Parts of a game that commands and tests need beyond its rules. */
export type GameKit = {
  /** Name of the game's folder in core/games and web/src/games. */
  folder: string
  game: Game
  calls: GameCalls
  returns: GameReturn
}

/** A request of a game; its path follows `/api/games/`. */
export type GameCall = { path: string; body: JsonObject }

/** State of an open round, from its last response. */
export type RoundState = { step: number; legalActions: readonly string[] }

/** Requests of simulated players in load tests, chaos runs and journeys. */
export type GameCalls = {
  start(betAmount: number): GameCall
  /** Requests of an open round, in games with steps. */
  steps?: {
    /** Picks one of the legal actions. @param chance from 0 to 1. */
    any(state: RoundState, chance: number): GameCall
    /** Ends the round in few steps. */
    quick(state: RoundState): GameCall
    /** A whole round to send at once; some requests may be refused. */
    blind: readonly GameCall[]
  }
}

/** A game's return: exact by its rules, and the deviation of played rounds. */
export type GameReturn = {
  /** Prefix of its rows in `npm run rtp`, in snake_case. */
  name: string
  /** Figures computed over all possible draws. */
  exactFigures(): ExactFigure[]
  /** Returns a round's deviation, in games whose spread depends on choices. */
  getDeviation?(round: PaidRound): Deviation
  /** Set in games that can hit the progressive jackpot. */
  jackpot?: JackpotReturn
}

/** A figure that follows from a game's rules, and its specified value. */
export type ExactFigure = {
  name: string
  value: number
  unit: string
  expected: number
  /** Tolerance; 0 by default. */
  within?: number
}

/** A finished round with the payout that the ledger recorded. */
export type PaidRound = {
  bet: Bet
  actions: readonly Action[] | null
  outcome: Outcome
  payout: number
}

export type JackpotReturn = {
  /** Returns the deviation of a spin in jackpots, not in coins. */
  getDeviation(betAmount: Coins, isHit: boolean): Deviation
  /** Returns the expected payout per coin from a pot of constant size. */
  getReturn(pot: Coins): number
}

export const OF_THE_STAKE = '% of the stake'

export function toPercent({ numerator, denominator }: Ratio): number {
  return Number((numerator * 10n ** 12n) / denominator) / 1e10
}

/** Picks one of the choices. @param chance from 0 to 1. */
export function pick<T>(choices: readonly T[], chance: number): T {
  const index = Math.min(
    Math.floor(chance * choices.length),
    choices.length - 1,
  )
  const choice = choices[index]
  assert(choice !== undefined, 'choices are not empty')
  return choice
}
