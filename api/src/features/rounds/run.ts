import { assert, DomainError } from '#core/errors.ts'
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

/** Consecutive moves of one player, to be kept or dropped as one. */
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
  /** What falls to its one move, when that has hit the jackpot. */
  pot: number
  /** Only asks whether its moves are repetitions, and is not to be kept. */
  isProbe: boolean
  end: Cursor
}

type RunMove = DecidedMove & {
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
  /** A round that the whole pot falls to, to be decided when the pot is at hand. */
  hit?: Hit
  refused: Refusal[]
  /** The player whose seat is to be read again before anything is decided. */
  stale?: string
}

export type Hit = { seat: Seat; planned: PlannedMove }

type Deciding = Admitting & { clock: Clock }

/**
 * Decides as many of a player's moves as the seat allows, in their order.
 *
 * What comes into a run never depends on how its moves fall: a bet must fit
 * should all before it lose, and should all win. Or else a player could have
 * runs dropped by their outcome, and play them again under another seed. (A
 * round that hits the jackpot is decided on its own; its seed stays the next.)
 *
 * Nor does what becomes of a repetition: it takes the same way whether or not
 * the next seed would hit, or else who sends an old bet again could tell by the
 * time that it takes, and stake on the seed when it hits. So a hit that may be
 * a repetition makes its run a probe first.
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
type Taking = { refusal?: Refusal; end?: Pick<Decision, 'hit' | 'stale'> }

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
    if (append(deps, run, planned)) return {}
    if (!placed.isNew) return probe(deps, run, planned)
    return isFirst ? { end: { hit: { seat, planned } } } : WAITS
  }
  if (!isFirst) return WAITS
  // Only what the database has confirmed since may refuse a move.
  const isConfirmed = placed.placedAtMs <= seat.asOfMs
  return isConfirmed
    ? { refusal: { placed, error: planned } }
    : { end: { stale: seat.userId } }
}

function probe(deps: Deciding, run: Run, planned: PlannedMove): Taking {
  run.isProbe = true
  const isOver = append(deps, run, withPot(planned, JACKPOT_SEED))
  assert(isOver, 'any pot ends the round')
  return {}
}

function withPot(planned: PlannedMove, pot: Coins): PlannedMove {
  const { round } = planned
  assert(round.game.jackpot !== undefined, 'only games with a jackpot hit it')
  return {
    ...planned,
    round: { ...round, actions: [round.game.jackpot.win(pot)] },
  }
}

/** Comes first in the player's next run. */
const WAITS: Taking = { end: {} }

function kept(run: Run): Pick<Decision, 'run'> {
  return run.moves.length > 0 ? { run } : {}
}

/** A round that has hit the jackpot, decided with the pot at hand. @param pot in coins. */
export function runOfHit(
  deps: Deciding,
  { seat, planned }: Hit,
  pot: Coins,
): Run {
  const run = { ...emptyRun(seat, deps.clock().getTime()), pot }
  const isOver = append(deps, run, withPot(planned, pot))
  assert(isOver, 'the pot ends the round')
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
    pot: 0,
    isProbe: false,
    end: { nonce: seat.nonce, upcoming: seat.upcoming },
  }
}

function isFull({ moves, seat, end }: Run, placed: PlacedMove): boolean {
  const alone = placed.alone || moves.some((move) => move.placed.alone)
  return alone || epochOf(end.nonce) !== epochOf(seat.nonce)
}

/** @returns false when the move waits for the pot, and is not in the run. */
function append(
  { hashes, bankroll }: Deciding,
  run: Run,
  planned: PlannedMove,
): boolean {
  const result = decideMove(hashes, planned, {
    seat: run.seat,
    at: run.end,
  })
  if (!result) return false
  const { decided, next } = result
  const { stake, payout, price, exposure, risk } = decided
  const release = bankroll.reserve(risk)
  const afterBet = run.change - stake
  const afterRound = afterBet + payout
  const offset = { seq: run.movements + 1, afterBet, afterRound }
  run.moves.push({ ...decided, offset, release })
  run.staked += price
  run.gain += Math.max(0, exposure.payout - price)
  run.taken += stake
  run.change = afterRound
  run.movements += Number(stake > 0) + Number(payout > 0)
  const { jackpot } = planned.placed.game
  if (jackpot) run.potShare += stake * jackpot.shareHundredths
  run.end = next
  return true
}
