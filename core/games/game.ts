import type * as z from 'zod/mini'
import type { Draw, Draws } from '../fairness/draws.ts'
import type { Coins } from '../money/coins.ts'

/** What games are called in transactions, records and statistics. */
export type GameType = 'Coin Flip'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/** What the player asks for: the body of the request that starts a round. */
export type Bet = { readonly betAmount: Coins; readonly [key: string]: Json }

/** What came of a round, as the player is shown it. */
export type Outcome = { readonly payout: Coins; readonly [key: string]: Json }

/** What a game needs to know of a finished round in order to tell of it. */
export type Played<B extends Bet = Bet, O extends Outcome = Outcome> = {
  bet: B
  draws: readonly Draw[]
  outcome: O
}

/**
 * The rules of one game: pure functions from a bet and the round's draws. The
 * API plays by them, the browser verifies by them. Once a round was played by
 * a rules version that version never changes; new rules are a new entry.
 */
export type Game<B extends Bet = Bet, O extends Outcome = Outcome> = {
  /** The last part of the path in `POST /api/games/<path>`. */
  path: string
  gameType: GameType
  rulesVersion: number
  bet: z.ZodMiniType<B>
  outcome: z.ZodMiniType<O>
  /**
   * The most that any draws could pay back for this bet, in coins; more than
   * a balance can hold when the stake is near the largest balance.
   */
  largestPayout(bet: B): number
  /** Plays the round from its bet and draws. */
  play(bet: B, draws: Draws): O
  /** What happened, in a few words, for the record. */
  describe(outcome: O): string
  /**
   * What one of the round's draws became, in a few words.
   *
   * @param index 0 to one less than the number of draws.
   */
  explain(round: Played<B, O>, index: number): string
}
