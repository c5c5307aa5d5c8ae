import { DomainError } from '#core/errors.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import { limitRefusal } from '../limits/limit-refusal.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { Bankroll } from './bankroll.ts'
import type { PlacedMove } from './placed-move.ts'
import {
  type PlannedMove,
  planAutomaticAction,
  planMove,
} from './planned-move.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'
import { houseLimit, refusal } from './refusal.ts'

export type Admitting = {
  hashes: Hashes
  bankroll: Bankroll
  pauses: Pick<PausesService, 'refusal' | 'stepRefusal'>
}

/** What comes before a move: where its player batch stands. */
type Before = {
  snapshot: PlayerSnapshot
  nowMs: number
  /** The player's day before the player batch. */
  day: DayOfPlay
  end: Cursor
  /** The most that its moves can take, and that they could bring, in coins. */
  staked: number
  gain: number
}

/**
 * @returns what the move comes to, or why neither house nor player can make it.
 */
export function admitted(
  deps: Admitting,
  playerBatch: Before,
  placed: PlacedMove,
): PlannedMove | DomainError {
  const { hashes, bankroll } = deps
  const { snapshot, end: at, staked, gain } = playerBatch
  const planning = { hashes, snapshot, at }
  const planned = planMove(planning, placed)
  if (planned instanceof DomainError) return planned
  const barred = unwanted(deps, playerBatch, planned)
  if (barred) return barred
  const free = Math.max(0, freeFor(bankroll, placed, snapshot))
  const pot = bankroll.pot()
  const error =
    refusal(planned, { balance: snapshot.balance, staked, gain, pot }) ??
    (planned.risk > free ? houseLimit(planned, free) : undefined)
  if (!error) return planned
  if (error.code !== 'house_limit') return error
  return planAutomaticAction(planning, planned, free) ?? error
}

/**
 * The coins that a move may claim; of a game with choices the round may wait.
 */
function freeFor(
  bankroll: Bankroll,
  { game }: PlacedMove,
  snapshot: PlayerSnapshot,
): number {
  if (!game.choices) return bankroll.free()
  const rounds = [...snapshot.open.values()]
  return bankroll.freeToHold(rounds.reduce((sum, { held }) => sum + held, 0))
}

/** Why house or player would not have a move that both could make. */
function unwanted(
  { pauses }: Admitting,
  playerBatch: Before,
  planned: PlannedMove,
): DomainError | undefined {
  const { isStart, round } = planned
  const { gameType } = round.game
  const paused = isStart
    ? pauses.refusal(gameType)
    : pauses.stepRefusal(gameType)
  return (
    paused ?? limitRefusal(planned, playerBatch.snapshot.limits, playerBatch)
  )
}
