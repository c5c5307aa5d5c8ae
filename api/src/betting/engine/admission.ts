import type { Hashes } from '#core/fairness/hashes.ts'
import { largestStake, requireBalance } from '#core/money/bet-limits.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import { requireWithinLimits } from '../../players/limits/limits.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { Bankroll } from './bankroll.ts'
import type { PlacedMove } from './placed-move.ts'
import {
  type PlannedMove,
  planAutomaticAction,
  planMove,
} from './planned-move.ts'
import type { Cursor, PlayerSnapshot } from './player-snapshots.ts'

export type Admitting = {
  hashes: Hashes
  bankroll: Bankroll
  pauses: Pick<PausesService, 'requireStart' | 'requireStep'>
}

/** The pot goes on growing until a spin that hits it is decided. */
const POT_GROWTH = 2

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
 * Plans a move that house and player can make. Depends on what was asked, never
 * on an outcome.
 *
 * @throws Refusal
 */
export function admitted(
  { hashes, bankroll, pauses }: Admitting,
  playerBatch: Before,
  placed: PlacedMove,
): PlannedMove {
  const { snapshot, end: at, staked, gain } = playerBatch
  const planning = { hashes, snapshot, at }
  const planned = planMove(planning, placed)
  const { isStart, price, round } = planned
  const { game, bet } = round
  if (isStart) pauses.requireStart(game.gameType)
  else pauses.requireStep(game.gameType)
  requireWithinLimits(planned, snapshot.limits, playerBatch)
  const payout = mostPaid(planned, bankroll.pot())
  const { balance } = snapshot
  requireBalance({ price, payout }, { balance, staked, gain })
  const free = Math.max(0, freeFor(bankroll, placed, snapshot))
  if (planned.risk <= free) return planned
  const automatic = planAutomaticAction(planning, planned, free)
  if (automatic) return automatic
  throw new Refusal('house_limit', {
    largestStake: largestStake(bet.betAmount, (betAmount) => {
      return game.exposure({ ...bet, betAmount }).loss <= free
    }),
  })
}

/** @param pot the jackpot when it was last read, in coins. */
function mostPaid({ round, exposure }: PlannedMove, pot: number): number {
  const jackpot = round.game.jackpot ? POT_GROWTH * pot : 0
  return Math.max(exposure.payout, jackpot)
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
