import { DomainError } from '#core/errors.ts'
import { epochOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { Bet, Game } from '#core/games/game.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import type { Bankroll } from './bankroll.ts'
import { type Cursor, type DecidedBet, decideBet } from './decided-bet.ts'
import { type PlacedBet, riskOf } from './placed-bet.ts'
import type { Seat } from './seats.ts'

/** Consecutive bets of one player, to be kept or dropped as one. */
export type Run = {
  seat: Seat
  bets: (DecidedBet & { offset: Offset })[]
  /** What its bets take, and the most that the house can lose on them, in coins. */
  staked: number
  risk: number
  /** What the run adds to the balance, in coins. */
  change: number
  /** Transactions it writes. */
  movements: number
  end: Cursor
}

/** Relative to the player before the run: seq of the bet, balance behind it. */
type Offset = { seq: number; afterBet: number; afterRound: number }

export type Refusal = { placed: PlacedBet; error: DomainError }

/** What became of one player's waiting bets; those in neither list wait on. */
export type Decision = {
  run?: Run
  refused: Refusal[]
  /** The player whose seat is to be read again before anything is decided. */
  stale?: string
}

/**
 * Decides as many of a player's bets as the seat allows, in their order.
 *
 * What comes into a run never depends on how its bets fall: a bet must fit
 * should all before it lose, and should all win. Or else a player could have
 * runs dropped by their outcome, and play them again under another seed.
 */
export function decideRun(
  deps: { hashes: Hashes; bankroll: Bankroll },
  seat: Seat,
  waiting: readonly PlacedBet[],
): Decision {
  const run = emptyRun(seat)
  const refused: Refusal[] = []
  for (const placed of waiting) {
    if (isFull(run, placed)) break
    const error = refusal(placed, run, deps.bankroll)
    if (!error) append(deps, run, placed)
    // Only a balance that the database has confirmed since may refuse a bet.
    else if (run.bets.length > 0) break
    else if (placed.placedAtMs > seat.asOfMs)
      return { refused, stale: seat.userId }
    else refused.push({ placed, error })
  }
  return run.bets.length > 0 ? { run, refused } : { refused }
}

function emptyRun(seat: Seat): Run {
  const end = { nonce: seat.nonce, upcoming: seat.upcoming }
  return { seat, bets: [], staked: 0, risk: 0, change: 0, movements: 0, end }
}

function isFull({ bets, seat, end }: Run, placed: PlacedBet): boolean {
  if (bets.length === 0) return false
  const alone = placed.alone || bets.some((bet) => bet.placed.alone)
  return alone || epochOf(end.nonce) !== epochOf(seat.nonce)
}

function append(
  { hashes, bankroll }: { hashes: Hashes; bankroll: Bankroll },
  run: Run,
  placed: PlacedBet,
): void {
  bankroll.reserve(placed.risk)
  const { seat, end: at } = run
  const { decided, next } = decideBet(hashes, { placed, seat, at })
  const afterBet = run.change - decided.stake
  const afterRound = afterBet + decided.payout
  const offset = { seq: run.movements + 1, afterBet, afterRound }
  run.bets.push({ ...decided, offset })
  run.staked += decided.stake
  run.risk += placed.risk
  run.change = afterRound
  run.movements += decided.payout > 0 ? 2 : 1
  run.end = next
}

/** Refusals depend on what was asked, never on an outcome. */
function refusal(
  { bet, game, risk }: PlacedBet,
  run: Run,
  bankroll: Bankroll,
): DomainError | undefined {
  const { balance } = run.seat
  if (bet.betAmount > balance - run.staked) {
    return new DomainError(
      'insufficient_coins',
      `This bet takes ${bet.betAmount} coins and you have ${balance}.`,
      { balance },
    )
  }
  if (balance + run.risk + risk > MAX_COINS) {
    return new DomainError(
      'balance_limit',
      'A win could be more than a balance can hold.',
    )
  }
  const free = bankroll.free()
  if (risk > free) {
    const largestStake = largestStakeFor(game, bet, free)
    return new DomainError(
      'house_limit',
      `The house can not cover a win of that size now. The largest bet is ${largestStake} coins.`,
      { largestStake },
    )
  }
  return undefined
}

/** Halves its way to the largest stake whose risk the house can bear. */
function largestStakeFor(game: Game, bet: Bet, free: number): number {
  let fits = 0
  let exceeds: number = bet.betAmount
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    const tried = { ...bet, betAmount: coins(middle) }
    if (riskOf(game, tried) <= free) fits = middle
    else exceeds = middle
  }
  return fits
}
