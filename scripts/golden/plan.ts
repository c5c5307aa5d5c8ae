import type { Action, Bet, Game, Position } from '#core/games/game.ts'
import type { Coins } from '#core/money/coins.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import type { Forge } from './forge.ts'
import type { GoldenRound, InvalidRecord } from './golden-file.ts'

/** Strategy that plays the golden rounds of a game. */
export type GoldenPlan = {
  game: Game
  /** Epoch of the first 1024 rounds. */
  epoch: number
  stakes: readonly number[]
  /** Bet of a round; by default the stake alone. */
  betOf?(betAmount: Coins, index: number): Bet
  /** Next action of a round that its start does not end. */
  actionOf?(position: Position, turn: Turn): Action
  kinds: GoldenKinds
  /** Hand-picked rounds that chance would hardly produce. */
  chosen?: readonly { clientSeed: string; betAmount: number }[]
  /** Records that every verifier has to reject. */
  invalid(forge: Forge): InvalidRecord[]
}

export type Turn = {
  /** Index of the round in the file. */
  index: number
  /** Number of actions taken so far. */
  step: number
  /** Returns numbers from 0 up to 1, determined by the index. */
  random: () => number
}

/** Cases that the golden rounds of a game have to cover. */
export type GoldenKinds = {
  /** Descriptions in a few words. */
  all: readonly string[]
  /** Returns the cases that a round covers; may include others. */
  shownBy(round: GoldenRound): string[]
}

/** Ways in which a win becomes whole coins. */
export const ROUNDINGS = ['as it is', 'rounded up', 'rounded down'] as const

/** Returns how a win became the paid amount. */
export function roundingOf(
  { numerator, denominator }: Ratio,
  paid: Coins,
): (typeof ROUNDINGS)[number] {
  const more = BigInt(paid) * denominator - numerator
  if (more === 0n) return 'as it is'
  return more > 0n ? 'rounded up' : 'rounded down'
}

/** Returns the descriptions that apply. */
export function applying(words: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(words).filter((word) => words[word])
}
