import { DomainError } from '#core/errors.ts'
import { epochOf } from '#core/fairness/epoch.ts'
import { type Coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { type DayOfPlay, dayOfPlay } from '#core/protection/day-of-play.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Admitting, admitted } from './admission.ts'
import type { Release } from './bankroll.ts'
import { type DecidedMove, decideMove } from './decided-move.ts'
import type { PlacedMove } from './placed-move.ts'
import type { PlannedMove } from './planned-move.ts'
import type { Cursor, Seat } from './seats.ts'

/** Consecutive moves of one player, to be kept or dropped as one; a probe up to its hit. */
export type Run = {
  seat: Seat
  /** When it was decided, epoch milliseconds, and the player's day before it. */
  nowMs: number
  day: DayOfPlay
  moves: RunMove[]
  /** The most that its moves can take, and that they could bring, in coins. */
  staked: number
  gain: number
  /** What its moves have taken, in coins. */
  taken: number
  /** What the run adds to the balance, in coins. */
  change: number
  /** Transactions it writes. */
  movements: number
  /** What its stakes add to the pot, in hundredths of a coin. */
  potShare: number
  /** What falls to its last move, which has hit the jackpot, in coins. */
  pot: Coins | undefined
  /**
   * Its first move that hits the jackpot, while the pot is not at hand. The
   * run is a probe then: it only asks whether it would be kept.
   */
  firstHit: number | undefined
  end: Cursor
}

export type RunMove = DecidedMove & {
  offset: Offset
  /** Ends what the house reserves for it. */
  release: Release
}

/** Relative to the player before the run: first seq, balance behind stake and round. */
type Offset = { seq: number; afterBet: number; afterRound: number }

export type Refusal = { placed: PlacedMove; error: DomainError }

/** What became of one player's waiting moves; those in neither list wait on. */
export type Decision = {
  run?: Run
  refused: Refusal[]
  /** The player whose seat is to be read again before anything is decided. */
  stale?: string
}

type Deciding = Admitting & { clock: Clock }

/**
 * Decides as many of a player's moves as the seat allows, in their order.
 *
 * What comes into a run never depends on how its moves fall: a bet must fit
 * should all before it lose, and should all win. Or else a player could have
 * runs dropped by their outcome, and play them again under another seed.
 *
 * Nor does the way of a run that is dropped. A hit has one of its own, through
 * a lock on the whole pot; if repetitions could take it, who sends an old bet
 * again could tell by the time whether the next seed hits, and stake on it. So
 * a run with a hit is a probe first, like any other run to all but the guard,
 * and goes its own way only when nothing else keeps it from being kept.
 */
export function decideRun(
  deps: Deciding,
  seat: Seat,
  waiting: readonly PlacedMove[],
): Decision {
  const run = emptyRun(seat, deps.clock().getTime())
  const refused: Refusal[] = []
  for (const placed of waiting) {
    const { refusal: error, end } = takeOrWait(deps, run, placed)
    if (error) refused.push(error)
    if (end) return { ...end, ...kept(run), refused }
  }
  return { ...kept(run), refused }
}

/** What became of one move: nothing to tell when it is in the run. */
type Taking = { refusal?: Refusal; end?: Pick<Decision, 'stale'> }

/** What breaks over a later move is not to lose those that are in the run. */
function takeOrWait(deps: Deciding, run: Run, placed: PlacedMove): Taking {
  try {
    return take(deps, run, placed)
  } catch (error) {
    if (run.moves.length === 0) throw error
    return WAITS
  }
}

function take(deps: Deciding, run: Run, placed: PlacedMove): Taking {
  const { seat, moves } = run
  const isFirst = moves.length === 0
  if (!isFirst && isFull(run, placed)) return WAITS
  const planned = admitted(deps, run, placed)
  if (!(planned instanceof DomainError)) {
    append(deps, run, planned)
    return {}
  }
  if (!isFirst) return WAITS
  // Only what the database has confirmed since may refuse a move.
  const isConfirmed = placed.placedAtMs <= seat.asOfMs
  return isConfirmed
    ? { refusal: { placed, error: planned } }
    : { end: { stale: seat.userId } }
}

/** Comes first in the player's next run. */
const WAITS: Taking = { end: {} }

function kept(run: Run): Pick<Decision, 'run'> {
  return run.moves.length > 0 ? { run } : {}
}

/** A probe up to its hit, with the pot at hand. @param pot in coins. */
export function runOfHit(
  deps: Deciding,
  { seat, nowMs, moves, firstHit = 0 }: Run,
  pot: Coins,
): Run {
  const run = { ...emptyRun(seat, nowMs), pot }
  for (const move of moves.slice(0, firstHit + 1)) append(deps, run, move)
  return run
}

function emptyRun(seat: Seat, nowMs: number): Run {
  return {
    seat,
    nowMs,
    day: dayOfPlay(nowMs, seat.day),
    moves: [],
    staked: 0,
    gain: 0,
    taken: 0,
    change: 0,
    movements: 0,
    potShare: 0,
    pot: undefined,
    firstHit: undefined,
    end: { nonce: seat.nonce, upcoming: seat.upcoming },
  }
}

function isFull({ moves, seat, end }: Run, placed: PlacedMove): boolean {
  const alone = placed.alone || moves.some((move) => move.placed.alone)
  return alone || epochOf(end.nonce) !== epochOf(seat.nonce)
}

function append(
  { hashes, bankroll }: Deciding,
  run: Run,
  planned: PlannedMove,
): void {
  const { seat, end: at, moves } = run
  // A probe is never kept: it is drawn with the least that a pot can be.
  const pot = run.pot ?? JACKPOT_SEED
  const move = decideMove(hashes, planned, { seat, at, pot })
  if (move.isHit && run.pot === undefined) run.firstHit ??= moves.length
  const { decided, next } = move
  const { stake, payout, price, exposure, risk } = decided
  const release = bankroll.reserve(risk)
  const afterBet = run.change - stake
  const afterRound = afterBet + payout
  const offset = { seq: run.movements + 1, afterBet, afterRound }
  moves.push({ ...decided, offset, release })
  run.staked += price
  run.gain += Math.max(0, exposure.payout - price)
  run.taken += stake
  run.change = afterRound
  run.movements += Number(stake > 0) + Number(payout > 0)
  const { jackpot } = planned.placed.game
  if (jackpot) run.potShare += stake * jackpot.shareHundredths
  run.end = next
}
