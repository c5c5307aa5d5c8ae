import { assert } from '#core/assert.ts'
import type { JsonObject } from '#core/games/game.ts'
import type { Coins } from '#core/money/coins.ts'
import { type DayOfPlay, dayOfPlay } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { Trace, Traced } from '../../platform/tracing.ts'
import type { Release } from './bankroll.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'
import type { RoundRow } from './rounds.store.ts'
import type { Turn } from './turn-queue.ts'

export type BetRequest = Traced & {
  userId: string
  request: RepeatableRequest | undefined
}

export type BetAnswer = {
  /** JSON text. */
  text: string
  /** JSON text; undefined if no coins moved. */
  receipt: string | undefined
}

/** A kind of bet, on games, races or sports, with its terms and rows. */
export type BetKind<
  Requested extends BetRequest = BetRequest,
  Pending extends PendingBet = PendingBet,
  Decided extends DecidedBet = DecidedBet,
> = {
  /** True for bets on events: a queue and the shared row of `global_stats`. */
  isOnEvents?: boolean
  /** Reads what decisions of a batch need beyond snapshots. */
  load?(waiting: readonly Pending[]): Promise<void>
  createPending(request: Requested, placedAtMs: number): Pending
  /** Decides as many of a player's bets as the snapshot allows, in order. */
  decide(
    snapshot: PlayerSnapshot,
    waiting: readonly Pending[],
  ): Decision<Decided>
  /**
   * Commits player batches, at most one per player, in one durable statement.
   *
   * @param partition the row of `global_stats` that balances the bets.
   * @throws Refusal if nothing was committed and all bets are refused.
   */
  commit(
    partition: number,
    batches: readonly PlayerBatch<Decided>[],
  ): Promise<CommitResults>
  /**
   * Decides a dry run again up to its hit, with the locked pot, and commits it.
   */
  commitHit?(
    partition: number,
    dryRun: PlayerBatch<Decided>,
    batches: PlayerBatch<Decided>[],
  ): Promise<CommitResults>
  /** Called after the commit, before the answer. */
  onCommitted(
    bet: Decided,
    committed: PlayerCommit,
    snapshot: PlayerSnapshot,
  ): void
  toTerms(bet: Decided, committed: PlayerCommit): JsonObject
  /** Returns the answer up to its balance. */
  toAnswer(bet: Decided, committed: PlayerCommit): string
}

/** A bet that waits in a queue for its answer. */
export class PendingBet implements Turn, Traced {
  readonly kind: BetKind
  /** The request's id; a new one for requests that can't be repeated. */
  readonly id: string
  readonly userId: string
  /** Set if the player can send the request again under its key. */
  readonly request: RepeatableRequest | undefined
  readonly trace: Trace | undefined
  /** Monotonic milliseconds. */
  readonly placedAtMs: number
  alone: boolean
  /** True after the database rejected it; rejected again, it is refused. */
  hasFailed = false
  isUnconfirmed = false
  readonly #answered = Promise.withResolvers<BetAnswer>()
  #isOpen = true
  #onClosed: (() => void) | undefined

  constructor(
    kind: BetKind,
    { request, trace, userId }: BetRequest,
    { alone, placedAtMs }: Pick<Turn, 'alone' | 'placedAtMs'>,
  ) {
    this.kind = kind
    this.id = request?.id ?? newId()
    this.userId = userId
    this.request = request
    this.trace = trace
    this.placedAtMs = placedAtMs
    this.alone = alone
  }

  get answered(): Promise<BetAnswer> {
    return this.#answered.promise
  }

  /** True until the first answer or refusal. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  answer(answer: BetAnswer): void {
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

  /** True if the round was started by this request. */
  hasStarted(_round: RoundRow): boolean {
    return false
  }

  #close(): void {
    this.#isOpen = false
    this.#onClosed?.()
  }
}

/** A bet on an event; alone, because a batch commits one of each player. */
export class PendingEventBet<Bet> extends PendingBet {
  readonly bet: Bet

  constructor(
    kind: BetKind,
    request: BetRequest & { bet: Bet },
    placedAtMs: number,
  ) {
    super(kind, request, { alone: true, placedAtMs })
    this.bet = request.bet
  }
}

/** A bet of a player batch after its draws, in coins. */
export type DecidedBet = {
  pending: PendingBet
  id: string
  gameType: string
  /** Later action of a round; undefined for a bet. */
  action: string | undefined
  stake: number
  payout: number
  reservedChange: number
  /** JSON text of a round with actions, otherwise {@link JSON_NULL}. */
  hand: string
  /** The answer to store; null if the round's row restores it. */
  storedAnswer: string | null
  /** First seq, and balances after stake and round, relative to the batch. */
  offset: { seq: number; afterBet: number; afterRound: number }
  release: Release
}

export const JSON_NULL = 'null'

/** Consecutive bets of one player, committed or dropped together. */
export type PlayerBatch<Decided extends DecidedBet = DecidedBet> = {
  snapshot: PlayerSnapshot
  /** Time of the decision, epoch milliseconds; the player's day before it. */
  nowMs: number
  day: DayOfPlay
  bets: Decided[]
  /** Coins lost if all bets lose. */
  maxLoss: number
  /** Coins gained if all bets win. */
  maxGain: number
  /** Sum of the stakes, in coins. */
  totalStake: number
  /** Sum of payouts less stakes, in coins. */
  balanceChange: number
  transactionCount: number
  /** Share of the jackpot, in hundredths of a coin. */
  potShare: number
  /** Jackpot won by the last bet, in coins. */
  pot: Coins | undefined
  /**
   * Index of the first bet that hits the jackpot, while the pot is unknown.
   * Makes the batch a dry run, which only checks the guard.
   */
  firstHit: number | undefined
  end: Cursor
}

export function emptyBatch(
  snapshot: PlayerSnapshot,
  nowMs: number,
): PlayerBatch<never> {
  return {
    snapshot,
    nowMs,
    day: dayOfPlay(nowMs, snapshot.day),
    bets: [],
    maxLoss: 0,
    maxGain: 0,
    totalStake: 0,
    balanceChange: 0,
    transactionCount: 0,
    potShare: 0,
    pot: undefined,
    firstHit: undefined,
    end: { nonce: snapshot.nonce, upcoming: snapshot.upcoming },
  }
}

/** Returns the common fields of a bet whose outcome comes later. */
export function eventBet({
  gameType,
  stake,
}: Pick<DecidedBet, 'gameType' | 'stake'>) {
  const offset = { seq: 1, afterBet: -stake, afterRound: -stake }
  const fields = { action: undefined, payout: 0, hand: JSON_NULL, offset }
  return { id: newId(), gameType, stake, ...fields }
}

/** Decides a player's bet on an event, which is alone in its batch. */
export function decideEventBet<
  Pending extends PendingBet,
  D extends DecidedBet,
>(
  snapshot: PlayerSnapshot,
  [pending]: readonly Pending[],
  nowMs: number,
  decideBet: (empty: PlayerBatch, pending: Pending) => D,
): Decision<D> {
  assert(pending !== undefined, 'a bet to decide')
  const empty = emptyBatch(snapshot, nowMs)
  try {
    const bet = decideBet(empty, pending)
    const { stake } = bet
    const sums = { maxLoss: stake, totalStake: stake, balanceChange: -stake }
    const batch = { ...empty, ...sums, bets: [bet], transactionCount: 1 }
    return { playerBatch: batch, refused: [] }
  } catch (error) {
    return refuseBet(snapshot, pending, error)
  }
}

export type Refused = { pending: PendingBet; error: unknown }

/** Bets in neither list wait for the next batch. */
export type Decision<Decided extends DecidedBet = DecidedBet> = {
  playerBatch?: PlayerBatch<Decided>
  refused: readonly Refused[]
  /** True if the next bet needs a newer snapshot. */
  isStale?: boolean
}

/**
 * Refuses a bet, unless it was placed after the snapshot was read: a newer one
 * may allow it.
 *
 * @throws errors other than refusals
 */
export function refuseBet(
  { asOfMs }: PlayerSnapshot,
  pending: PendingBet,
  error: unknown,
): Decision<never> {
  if (!(error instanceof Refusal)) throw error
  if (pending.placedAtMs > asOfMs) return { refused: [], isStale: true }
  return { refused: [{ pending, error }] }
}

/** A player's balance and last seq before a commit, and the commit's time. */
export type PlayerCommit = {
  balance: number
  seq: number
  atMs: number
  /** Place among the bets on an event, from 0; 0 without an event. */
  index: number
}

/** By player; null for a dry run whose guard passed. Lacks dropped batches. */
export type CommitResults = ReadonlyMap<string, PlayerCommit | null>
