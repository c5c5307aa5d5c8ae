import type { Action, Bet, JsonObject, Outcome } from '../../games/game.ts'
import type { VerificationRecord } from '../../schemas/verification-record.ts'
import type { Round } from '../round.ts'

/** Makes records of rounds that the rules may not allow. */
export type Forge = {
  /** Plays under one client seed after the other until a round is as wanted. */
  found(moves: ForgedMoves, isWanted?: (round: Round) => boolean): Round
  /** The record of a round that claims some of it to be otherwise. */
  record(round: Round, claimed?: Claimed): VerificationRecord
}

/** What is done in a round, whether or not the rules allow it. */
export type ForgedMoves = { bet: Bet; actions?: readonly Action[] }

/** Empty actions are left out, as in a round without any. */
export type Claimed = {
  gameType?: string
  rulesVersion?: number
  bet?: JsonObject
  actions?: readonly JsonObject[]
  draws?: number[]
  outcome?: Outcome
}
