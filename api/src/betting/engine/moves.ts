import type { Exposure, Game, RequestedMove } from '#core/games/game.ts'
import type { Coins } from '#core/money/coins.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { Release } from './bankroll.ts'
import type { OpenRound } from './open-round.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'
import type { Turn } from './turn-queue.ts'

/** A bet, or an action of the open round. */
export type MoveRequest = {
  userId: string
  game: Game
  move: RequestedMove
  request: RepeatableRequest | undefined
}

export type MoveAnswer = {
  /** JSON text. */
  text: string
  /** JSON text; undefined if no coins moved. */
  receipt: string | undefined
}

/** A request that waits in a queue for its answer of type `A`. */
export class Pending<A> implements Turn {
  /** The request's id; a new one for requests that can't be repeated. */
  readonly id: string
  readonly userId: string
  /** Set if the player can send the request again under its key. */
  readonly request: RepeatableRequest | undefined
  /** Monotonic milliseconds. */
  readonly placedAtMs: number
  alone: boolean
  readonly #answered = Promise.withResolvers<A>()
  #isOpen = true
  #onClosed: (() => void) | undefined

  constructor(
    { request, userId }: Pick<MoveRequest, 'request' | 'userId'>,
    placedAtMs: number,
    alone: boolean,
  ) {
    this.id = request?.id ?? newId()
    this.userId = userId
    this.request = request
    this.placedAtMs = placedAtMs
    this.alone = alone
  }

  get answered(): Promise<A> {
    return this.#answered.promise
  }

  /** True until the first answer or refusal. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  answer(answer: A): void {
    this.#close()
    this.#answered.resolve(answer)
  }

  refuse(error: unknown): void {
    this.#close()
    this.#answered.reject(error)
  }

  onClosed(listener: () => void): void {
    this.#onClosed = listener
  }

  #close(): void {
    this.#isOpen = false
    this.#onClosed?.()
  }
}

export class PendingMove extends Pending<MoveAnswer> {
  /**
   * Id of the round that the move starts. Finished rounds identify repeated
   * requests by the request's id; hands do that by stored answers, which they
   * outlive.
   */
  readonly roundId: string
  readonly game: Game
  readonly move: RequestedMove
  /** True after the database rejected it; rejected again, it is refused. */
  hasFailed = false
  /** Decisions without a commit result, one of which may be committed. */
  readonly unconfirmed: Pick<DecidedMove, 'answer' | 'roundHash'>[] = []

  constructor(asked: MoveRequest, placedAtMs: number) {
    const { game, move } = asked
    super(asked, placedAtMs, game.choices !== undefined)
    this.roundId = game.choices ? newId() : this.id
    this.game = game
    this.move = move
  }
}

/** A move before its draws. */
export type PlannedMove = {
  pending: PendingMove
  /** The round after the move. */
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

/** A move of a player batch after its draws. */
export type DecidedMove = PlannedMove & {
  /** Coins taken and paid by the move. */
  stake: number
  payout: number
  /** The round that goes on; undefined if it is finished. */
  open: OpenRound | undefined
  /** Change of the reserved payout, in coins. */
  reservedChange: number
  /** JSON texts. */
  bet: string
  /** {@link JSON_NULL} for an open round. */
  outcome: string
  /** {@link JSON_NULL} for a round without actions. */
  hand: string
  roundHash: string | undefined
  /** JSON text of the answer up to its balance. */
  answer: string
  /** The answer to store; null if a replay of the round restores it. */
  storedAnswer: string | null
  /** First seq, and balances after stake and round, relative to the batch. */
  offset: { seq: number; afterBet: number; afterRound: number }
  release: Release
}

export const JSON_NULL = 'null'

/** Consecutive moves of one player, committed or dropped together. */
export type PlayerBatch = {
  snapshot: PlayerSnapshot
  /** Time of the decision, epoch milliseconds; the player's day before it. */
  nowMs: number
  day: DayOfPlay
  moves: DecidedMove[]
  /** Coins lost if all moves lose, and gained if all win. */
  staked: number
  gain: number
  /** Coins taken by the moves, and the change of the balance. */
  taken: number
  change: number
  transactionCount: number
  /** Share of the jackpot, in hundredths of a coin. */
  potShare: number
  /** Jackpot won by the last move, in coins. */
  pot: Coins | undefined
  /**
   * Index of the first move that hits the jackpot, while the pot is unknown.
   * Makes the batch a dry run, which only checks the guard.
   */
  firstHit: number | undefined
  end: Cursor
}
