import type { Action, Bet, Game, Position } from '#core/games/game.ts'
import type { Coins } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import type { ForgedRounds } from './forge.ts'
import type { GoldenRound } from './golden-file.ts'

/** Golden rounds of a game: how to play them, and what they have to cover. */
export type GoldenPlan = {
  game: Game
  /** Epoch of the first 1024 rounds. */
  epoch: number
  stakes: readonly number[]
  /** Bet of a round; by default the stake alone. */
  createBet?(betAmount: Coins, index: number): Bet
  /** Next action of a round that its start does not end. */
  toAction?(position: Position, turn: Turn): Action
  /** Returns every case that the rounds have to cover, true if this one covers it. */
  cases(round: GoldenRound): Cases
  /** Hand-picked rounds that chance would hardly produce. */
  chosen?: readonly { clientSeed: string; betAmount: number }[]
  /** Rounds that every verifier has to reject, besides changes of the first one. */
  invalid: readonly ForgedRounds[]
}

export type Turn = {
  /** Index of the round in the file. */
  index: number
  /** Number of actions taken so far. */
  step: number
  /** Returns numbers from 0 up to 1, determined by the index. */
  random: () => number
}

/** Descriptions in a few words. */
export type Cases = Readonly<Record<string, boolean>>

/** Returns cases of which those in the list are covered. */
export function toCases(
  all: readonly string[],
  covered: readonly string[],
): Cases {
  return Object.fromEntries(all.map((name) => [name, covered.includes(name)]))
}

/** Ways in which a win becomes whole coins. */
export const ROUNDINGS = ['as it is', 'rounded up', 'rounded down'] as const

/** Returns how a win became the paid amount. */
export function describeRounding(
  { numerator, denominator }: Ratio,
  paid: Coins,
): (typeof ROUNDINGS)[number] {
  const more = BigInt(paid) * denominator - numerator
  if (more === 0n) return 'as it is'
  return more > 0n ? 'rounded up' : 'rounded down'
}
