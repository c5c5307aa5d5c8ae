import { epochOf } from '#core/fairness/epoch.ts'
import { type Coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { type DayOfPlay, dayOfPlay } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Admitting, admitted } from './admission.ts'
import type { Release } from './bankroll.ts'
import { type DecidedMove, decideMove } from './decided-move.ts'
import type { PlacedMove } from './placed-move.ts'
import type { PlannedMove } from './planned-move.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'

/**
 * Consecutive moves of one player, to be kept or dropped as one; a dry run up
 * to its hit.
 */
export type PlayerBatch = {
  snapshot: PlayerSnapshot
  /**
   * When it was decided, epoch milliseconds, and the player's day before it.
   */
  nowMs: number
  day: DayOfPlay
  moves: BatchMove[]
  /** The most that its moves can take, and that they could bring, in coins. */
  staked: number
  gain: number
  /** What its moves have taken, in coins. */
  taken: number
  /** What the player batch adds to the balance, in coins. */
  change: number
  /** How many transactions it writes. */
  transactionCount: number
  /** What its stakes add to the pot, in hundredths of a coin. */
  potShare: number
  /** What falls to its last move, which has hit the jackpot, in coins. */
  pot: Coins | undefined
  /**
   * Its first move that hits the jackpot, while the pot is not at hand. The
   * player batch is a dry run then: it only asks whether it would be kept.
   */
  firstHit: number | undefined
  end: Cursor
}

export type BatchMove = DecidedMove & {
  offset: Offset
  /** Ends what the house reserves for it. */
  release: Release
}

/**
 * Relative to the player's seq and balance before the batch: the first seq, and
 * the balance behind stake and round.
 */
type Offset = { seq: number; afterBet: number; afterRound: number }

export type Refused = { placed: PlacedMove; error: Refusal }

/** What became of one player's waiting moves; those in neither list wait on. */
export type Decision = {
  playerBatch?: PlayerBatch
  refused: Refused[]
  /**
   * The player whose snapshot is to be read again before anything is decided.
   */
  stale?: string
}

type Deciding = Admitting & { clock: Clock }

/**
 * Decides as many of a player's moves as the snapshot allows, in their order.
 *
 * What comes into a player batch never depends on how its moves fall: a bet
 * must fit should all before it lose, and should all win. Or else a player
 * could have player batches dropped by their outcome, and play them again under
 * another seed.
 *
 * Nor does the way of a player batch that is dropped. A hit has one of its own,
 * through a lock on the whole pot; if repetitions could take it, who sends an
 * old bet again could tell by the time whether the next seed hits, and stake on
 * it. So a player batch with a hit is a dry run first, like any other player
 * batch to all but the guard, and goes its own way only when nothing else keeps
 * it from being kept.
 */
export function decidePlayerBatch(
  deps: Deciding,
  snapshot: PlayerSnapshot,
  waiting: readonly PlacedMove[],
): Decision {
  const playerBatch = emptyPlayerBatch(snapshot, deps.clock().getTime())
  const refused: Refused[] = []
  for (const placed of waiting) {
    const { error, end } = take(deps, playerBatch, placed)
    if (error) refused.push({ placed, error })
    if (end) return { ...end, ...kept(playerBatch), refused }
  }
  return { ...kept(playerBatch), refused }
}

/** Empty for a move that is in the player batch. */
type Taking = { error?: Refusal; end?: Pick<Decision, 'stale'> }

function take(
  deps: Deciding,
  playerBatch: PlayerBatch,
  placed: PlacedMove,
): Taking {
  const { snapshot, moves } = playerBatch
  const isFirst = moves.length === 0
  if (!isFirst && isFull(playerBatch, placed)) return WAITS
  try {
    append(deps, playerBatch, admitted(deps, playerBatch, placed))
    return {}
  } catch (error) {
    // An error over a later move must not lose those before it.
    if (!isFirst) return WAITS
    if (!(error instanceof Refusal)) throw error
    // Only what the database has confirmed since may refuse a move.
    const isConfirmed = placed.placedAtMs <= snapshot.asOfMs
    return isConfirmed ? { error } : { end: { stale: snapshot.userId } }
  }
}

/** Waits, and comes first in the player's next batch. */
const WAITS: Taking = { end: {} }

function kept(playerBatch: PlayerBatch): Pick<Decision, 'playerBatch'> {
  return playerBatch.moves.length > 0 ? { playerBatch } : {}
}

/** A dry run up to its hit, with the pot at hand. @param pot in coins. */
export function playerBatchOfHit(
  deps: Deciding,
  { snapshot, nowMs, moves, firstHit = 0 }: PlayerBatch,
  pot: Coins,
): PlayerBatch {
  const playerBatch = { ...emptyPlayerBatch(snapshot, nowMs), pot }
  for (const move of moves.slice(0, firstHit + 1))
    append(deps, playerBatch, move)
  return playerBatch
}

function emptyPlayerBatch(
  snapshot: PlayerSnapshot,
  nowMs: number,
): PlayerBatch {
  return {
    snapshot,
    nowMs,
    day: dayOfPlay(nowMs, snapshot.day),
    moves: [],
    staked: 0,
    gain: 0,
    taken: 0,
    change: 0,
    transactionCount: 0,
    potShare: 0,
    pot: undefined,
    firstHit: undefined,
    end: { nonce: snapshot.nonce, upcoming: snapshot.upcoming },
  }
}

function isFull(
  { moves, snapshot, end }: PlayerBatch,
  placed: PlacedMove,
): boolean {
  const alone = placed.alone || moves.some((move) => move.placed.alone)
  return alone || epochOf(end.nonce) !== epochOf(snapshot.nonce)
}

function append(
  { hashes, bankroll }: Deciding,
  playerBatch: PlayerBatch,
  planned: PlannedMove,
): void {
  const { snapshot, end: at, moves } = playerBatch
  // A dry run is never kept: it is drawn with the least that a pot can be.
  const pot = playerBatch.pot ?? JACKPOT_SEED
  const move = decideMove(hashes, planned, { snapshot, at, pot })
  if (move.isHit && playerBatch.pot === undefined)
    playerBatch.firstHit ??= moves.length
  const { decided, next } = move
  const { stake, payout, price, exposure, risk } = decided
  const release = bankroll.reserve(risk)
  const afterBet = playerBatch.change - stake
  const afterRound = afterBet + payout
  const offset = { seq: playerBatch.transactionCount + 1, afterBet, afterRound }
  moves.push({ ...decided, offset, release })
  playerBatch.staked += price
  playerBatch.gain += Math.max(0, exposure.payout - price)
  playerBatch.taken += stake
  playerBatch.change = afterRound
  playerBatch.transactionCount += Number(stake > 0) + Number(payout > 0)
  const { jackpot } = planned.placed.game
  if (jackpot) playerBatch.potShare += stake * jackpot.shareHundredths
  playerBatch.end = next
}
