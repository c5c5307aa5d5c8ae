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

/** What the player asks for: what the request that starts a round says. */
export type Bet = { readonly betAmount: Coins; readonly [key: string]: Json }

/**
 * A step of a round after its start. Most are the player's; a `reason` marks
 * those that the house had to take, with what from outside decided it.
 */
export type Action = { readonly action: string; readonly [key: string]: Json }

/** What came of a round: all that the record keeps of it. */
export type Outcome = { readonly payout: Coins; readonly [key: string]: Json }

/** Where a round stands: at its start, after each action, and at its end. */
export type Position<O extends Outcome = Outcome> = {
  /** Coins that the player has put in so far. */
  readonly staked: Coins
  /** Once the round is over. */
  readonly outcome?: O
}

/** What a game needs to know of a finished round in order to tell of it. */
export type Played<B extends Bet = Bet, O extends Outcome = Outcome> = {
  bet: B
  actions?: readonly Action[]
  draws: readonly Draw[]
  outcome: O
}

/**
 * How far a round can go before anybody is asked again, in coins. Numbers and
 * no money yet: near the largest balance they are more than one can hold.
 */
export type Exposure = {
  /** The most that it can pay back. */
  payout: number
  /** The most that the house can lose on it, its share of a pot included. */
  loss: number
}

/**
 * What a request asks of a game: to start a round, or to go on with the open
 * one.
 */
export type Ask<B extends Bet = Bet, A extends Action = Action> =
  | { start: B }
  | {
      act: A
      /** The number of actions that the player has seen; any when left out. */
      step?: number | undefined
    }

/** One path of the API that a game is played by. */
export type GameRequest<B extends Bet = Bet, A extends Action = Action> = {
  /** Follows `POST /api/games/`. */
  path: string
  body: z.ZodMiniType<Ask<B, A>>
}

/** What a round pays back for each coin bet. */
export type ExpectedReturn = {
  /** The payout less later stakes, on average; with choices at best play. */
  mean: number
  /**
   * How far payouts are from it, where no choice changes that: the variance,
   * and the largest distance.
   */
  spread?: { variance: number; largest: number }
}

/**
 * The rules of one game: pure functions from a bet, the round's draws and what
 * was done. The API plays by them, a restart recovers by them, the browser
 * verifies by them. Once a round was played by a rules version that version
 * never changes; new rules are a new entry.
 */
export type Game<
  B extends Bet = Bet,
  O extends Outcome = Outcome,
  P extends Position<O> = Position<O>,
  A extends Action = Action,
> = {
  /** `GET /api/games/<path>` tells of the open round of a game with choices. */
  path: string
  /** The game's name in transactions, records and statistics. */
  gameType: string
  rulesVersion: number
  expectedReturn: ExpectedReturn
  requests: readonly GameRequest<B, A>[]
  bet: z.ZodMiniType<B>
  outcome: z.ZodMiniType<O>
  /** How far the round can go from its start, whatever is drawn. */
  exposure(bet: B): Exposure
  /** Starts the round: of most games that is all of it. */
  start(bet: B, draws: Draws): P
  /** What the player may see of the round. */
  view(position: P): JsonObject
  /** What happened, in a few words, for the record. */
  describe(outcome: O): string
  /**
   * What the record's page shows instead, where that is more. @param described
   * by `describe`.
   */
  headline?(outcome: O, described: string): string
  /**
   * What one of the round's draws became, in a few words.
   *
   * @param index 0 to one less than the number of draws.
   */
  explain(round: Played<B, O>, index: number): string
  /** How a round goes on that the start does not end. */
  steps?: Steps<P, A>
  /** Where it goes on by the player's choice. */
  choices?: Choices<P, A>
  /** Feeds the progressive jackpot, and may hit it. */
  jackpot?: Jackpot<P, A>
}

/** How a round goes on after its start, whoever decides. */
export type Steps<P extends Position = Position, A extends Action = Action> = {
  /** What can be done at all: checks what a record claims. */
  action: z.ZodMiniType<A>
  /** Whether the rules allow an action now; none once the round is over. */
  allows(position: P, action: A): boolean
  /** Takes an allowed action. */
  act(position: P, action: A, draws: Draws): P
  /** What an action was, in the past tense, where its name does not say it. */
  told?(action: A): string
}

/** A hand that nobody plays on for so long ends by itself, in ms. */
export const IDLE_AFTER_MS = 7 * 24 * 60 * 60 * 1_000

/** What a player decides between, and what that can cost. */
export type Choices<
  P extends Position = Position,
  A extends Action = Action,
> = {
  /** The names of what the player may do; none once the round is over. */
  legalActions(position: P): readonly string[]
  /**
   * The most coins that an action asks of the player; drawing may spare them.
   */
  price(position: P, action: A): number
  /** How far the round can go once the action is taken, whatever is drawn. */
  exposure(position: P, action: A): Exposure
  /** What the player sees when no round is open. */
  idle: JsonObject
  /**
   * What the house does for a player who is away for days, or whose next step
   * it can not cover; repeated until the round is over.
   */
  automaticAction(reason: AutomaticActionReason<A>): A
  /**
   * What the player asked for, where an action is the house's instead of it.
   */
  insteadOf(action: A): A | undefined
}

export type AutomaticActionReason<A extends Action = Action> =
  | { reason: 'idle' }
  | {
      reason: 'house_limit'
      /** The most that the house could have lost, in coins. */
      limit: number
      /** What it could not cover. */
      refused: A
    }

/** A game's side of the progressive jackpot. */
export type Jackpot<
  P extends Position = Position,
  A extends Action = Action,
> = {
  /** Hundredths of a coin that each coin staked adds to the pot. */
  shareHundredths: number
  /** Whether the round waits for the whole pot. */
  isHit(position: P): boolean
  /** The action that ends such a round. @param pot in coins. */
  win(pot: Coins): A
}
