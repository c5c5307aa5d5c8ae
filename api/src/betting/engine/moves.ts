import { isDeepStrictEqual } from 'node:util'
import type { Exposure, Game, RequestedMove } from '#core/games/game.ts'
import { newId } from '../../platform/ids.ts'
import {
  type BetKind,
  type BetRequest,
  type DecidedBet,
  PendingBet,
} from './bets.ts'
import type { OpenRound } from './open-round.ts'
import type { RoundRow } from './rounds.store.ts'

export type MoveRequest = BetRequest & { game: Game; move: RequestedMove }

export class PendingMove extends PendingBet {
  /**
   * Id of the round that the move starts. Finished rounds identify repeated
   * requests by the request's id; hands do that by stored answers, which they
   * outlive.
   */
  readonly roundId: string
  readonly game: Game
  readonly move: RequestedMove

  constructor(kind: BetKind, request: MoveRequest, placedAtMs: number) {
    const { game, move } = request
    super(kind, request, { alone: game.choices !== undefined, placedAtMs })
    this.roundId = game.choices ? newId() : this.id
    this.game = game
    this.move = move
  }

  override hasStarted({ bet, gameType, userId }: RoundRow): boolean {
    const isOwn = userId === this.userId && gameType === this.game.gameType
    return (
      isOwn && 'start' in this.move && isDeepStrictEqual(this.move.start, bet)
    )
  }
}

/** A move before its draws. */
export type PlannedMove = {
  pending: PendingMove
  round: OpenRound
  isStart: boolean
  /** Coins staked on the round before the move. */
  staked: number
  /** Most coins that the move takes from the player. */
  price: number
  exposure: Exposure
  /** Possible loss beyond the reserved payout, in coins. */
  risk: number
}

/** A move after its draws. */
export type DecidedMove = PlannedMove &
  DecidedBet & {
    pending: PendingMove
    /** The round that goes on; undefined if it is finished. */
    open: OpenRound | undefined
    bet: string
    /** `null` for an open round. */
    outcome: string
    roundHash: string | undefined
    /** JSON text of the answer up to its balance. */
    answer: string
  }
