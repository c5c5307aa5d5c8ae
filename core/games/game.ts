import type * as z from 'zod/mini'
import type { Draw, Draws } from '../fairness/draws.ts'
import type { Coins } from '../money/coins.ts'

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | JsonObject

export type JsonObject = { readonly [key: string]: Json }

/** Terms of a round, from the request that starts it. */
export type Bet = { readonly betAmount: Coins; readonly [key: string]: Json }

/**
 * Step of a round after its start. Most are the player's; a `reason` marks
 * automatic actions, with the outside facts that led to them.
 */
export type Action = { readonly action: string; readonly [key: string]: Json }

/** Result of a round, as stored in its record. */
export type Outcome = { readonly payout: Coins; readonly [key: string]: Json }

/** State of a round: at its start, after each action, and at its end. */
export type Position<O extends Outcome = Outcome> = {
  /** Total stake so far, in coins. */
  readonly staked: Coins
  /** Present once the round is over. */
  readonly outcome?: O
}

/** Finished round, as needed to explain it. */
export type Played<B extends Bet = Bet, O extends Outcome = Outcome> = {
  bet: B
  actions?: readonly Action[]
  draws: readonly Draw[]
  outcome: O
}

/**
 * Bounds of a round until the player's next choice, in coins. Plain numbers,
 * since they may exceed the largest balance.
 */
export type Exposure = {
  /** Maximum payout. */
  payout: number
  /** Maximum net loss of the operator, including the contribution to a pot. */
  loss: number
}

/** Parsed request of a game: starts a round or continues the open one. */
export type RequestedMove<B extends Bet = Bet, A extends Action = Action> =
  | { start: B }
  | {
      act: A
      /** Number of actions that the player has seen; not checked if absent. */
      step?: number | undefined
    }

/** Request of a game. */
export type GameRequest<B extends Bet = Bet, A extends Action = Action> = {
  /** Path below `POST /api/games/`. */
  path: string
  body: z.ZodMiniType<RequestedMove<B, A>>
  /** Heading in the API reference. */
  summary: string
  /** Valid body, for the API reference. */
  example: JsonObject
}

/** Payout of a round per coin bet. */
export type ExpectedReturn = {
  /** Expected payout minus later stakes; by best play in games with choices. */
  mean: number
  /** Variance and largest deviation; absent if they depend on choices. */
  spread?: { variance: number; largest: number }
}

/**
 * Rules of one game: pure functions of a bet, the round's draws and actions. The
 * API plays by them, recovers by them after a restart, and the browser verifies
 * by them. A rules version never changes once a round was played by it.
 */
export type Game<
  B extends Bet = Bet,
  O extends Outcome = Outcome,
  P extends Position<O> = Position<O>,
  A extends Action = Action,
> = {
  /** Path of `GET /api/games/<path>`, the open round of a game with choices. */
  path: string
  /** Name in transactions, records and statistics. */
  gameType: string
  rulesVersion: number
  expectedReturn: ExpectedReturn
  requests: readonly GameRequest<B, A>[]
  bet: z.ZodMiniType<B>
  outcome: z.ZodMiniType<O>
  /** Fields that `view` adds to the answer about a round. */
  viewFields: Readonly<Record<string, z.ZodMiniType>>
  /** Returns the round's exposure from its start, over all draws. */
  exposure(bet: B): Exposure
  /** Starts the round; in most games this also ends it. */
  start(bet: B, draws: Draws): P
  /** Returns the parts of a position that the player may see. */
  view(position: P): JsonObject
  /** Summarizes the outcome for the record. */
  describe(outcome: O): string
  /** Returns the headline of a record's page. @param described text of `describe`. */
  headline?(outcome: O, described: string): string
  /** Explains the use of one of the round's draws. @param index of the draw, from 0. */
  explain(round: Played<B, O>, index: number): string
  /** Continues rounds that their start doesn't end. */
  steps?: Steps<P, A>
  /** Present if the player chooses how to continue. */
  choices?: Choices<P, A>
  /** Present if the game feeds the progressive jackpot and may hit it. */
  jackpot?: Jackpot<P, A>
}

/** Steps of a round after its start, the player's and automatic ones. */
export type Steps<P extends Position = Position, A extends Action = Action> = {
  /** Schema of all actions, for requests and records. */
  action: z.ZodMiniType<A>
  /** True if the rules allow an action now; never once the round is over. */
  allows(position: P, action: A): boolean
  /** Applies an allowed action. */
  act(position: P, action: A, draws: Draws): P
  /** Describes an action in the past tense; by default its name. */
  describe?(action: A): string
}

/** Inactivity after which a round ends by automatic actions, in ms. */
export const IDLE_AFTER_MS = 7 * 24 * 60 * 60 * 1_000

/** Choices of the player, and their bounds. */
export type Choices<
  P extends Position = Position,
  A extends Action = Action,
> = {
  /** Names of the player's legal actions; none once the round is over. */
  legalActions(position: P): readonly string[]
  /** Maximum price of an action, in coins; the actual one may depend on draws. */
  price(position: P, action: A): number
  /** Returns the round's exposure after an action, over all draws. */
  exposure(position: P, action: A): Exposure
  /** View without an open round. */
  idle: JsonObject
  /**
   * Returns the action taken for an idle player, or when the bankroll can't
   * cover the player's next step; repeated until the round is over.
   */
  automaticAction(reason: AutomaticActionReason<A>): A
  /** Returns the player's action that an automatic one replaced, if any. */
  getReplacementAction(action: A): A | undefined
}

export type AutomaticActionReason<A extends Action = Action> =
  | { reason: 'idle' }
  | {
      reason: 'house_limit'
      /** Maximum loss that was covered, in coins. */
      limit: number
      /** Action that was not covered. */
      refused: A
    }

/** Part of a game in the progressive jackpot. */
export type Jackpot<
  P extends Position = Position,
  A extends Action = Action,
> = {
  /** Contribution to the pot, in hundredths of the stake. */
  shareHundredths: number
  /** True if the round waits for the pot. */
  isHit(position: P): boolean
  /** Returns the action that pays the pot and ends the round. @param pot in coins. */
  win(pot: Coins): A
}
