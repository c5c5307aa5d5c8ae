import { epochOf } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { roundHash } from '#core/fairness/round.ts'
import { type Coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { dayOfPlay } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import { type AdmissionDeps, admitMove } from './admission.ts'
import { openAnswer } from './move-answers.ts'
import {
  JSON_NULL,
  type PendingMove,
  type PlannedMove,
  type PlayerBatch,
} from './moves.ts'
import {
  type OpenRound,
  replayOf,
  roundSeed,
  shownRound,
} from './open-round.ts'
import type { PlayerSnapshot } from './player-snapshots.ts'

export type Refused = { pending: PendingMove; error: Refusal }

/** Moves in neither list wait for the next batch. */
export type Decision = {
  playerBatch?: PlayerBatch
  refused: Refused[]
  /** True if the next move needs a newer snapshot. */
  isStale?: boolean
}

type DecisionDeps = AdmissionDeps & { clock: Clock }

/**
 * Decides as many of a player's moves as the snapshot allows, in order.
 *
 * Admission to a batch never depends on outcomes: a bet must be affordable if
 * all bets before it lose, and if all win. Otherwise a player could have batches
 * dropped by outcome, and replay them under another seed.
 *
 * A batch that hits the jackpot is a dry run first and takes the lock on the pot
 * only after its guard held. Otherwise the delay of a dropped batch, such as a
 * repeated bet, would reveal that the next seed hits.
 */
export function decidePlayerBatch(
  deps: DecisionDeps,
  snapshot: PlayerSnapshot,
  waiting: readonly PendingMove[],
): Decision {
  const playerBatch = emptyPlayerBatch(snapshot, deps.clock().getTime())
  const refused: Refused[] = []
  for (const pending of waiting) {
    const isFirst = playerBatch.moves.length === 0
    if (!isFirst && isFull(playerBatch, pending)) break
    try {
      append(deps, playerBatch, admitMove(deps, playerBatch, pending))
    } catch (error) {
      // Must not drop earlier moves; decided again as the next batch's first.
      if (!isFirst) break
      if (!(error instanceof Refusal)) throw error
      // Only data read after the bet was placed may refuse it.
      if (pending.placedAtMs > snapshot.asOfMs)
        return { refused, isStale: true }
      refused.push({ pending, error })
    }
  }
  return playerBatch.moves.length > 0 ? { playerBatch, refused } : { refused }
}

/** Decides a dry run again, up to its hit. @param pot in coins. */
export function playerBatchOfHit(
  deps: DecisionDeps,
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
  next: PendingMove,
): boolean {
  const alone = next.alone || moves.some(({ pending }) => pending.alone)
  return alone || epochOf(end.nonce) !== epochOf(snapshot.nonce)
}

function append(
  { hashes, bankroll }: AdmissionDeps,
  playerBatch: PlayerBatch,
  planned: PlannedMove,
): void {
  const { snapshot, end, moves } = playerBatch
  const { isStart, staked, price, exposure, risk } = planned
  const pot = playerBatch.pot ?? JACKPOT_SEED
  const { round, position, ended, isHit } = drawn(hashes, planned, pot)
  const nonce = end.nonce + 1
  const next = isStart
    ? { nonce, upcoming: roundSeed(hashes, snapshot, nonce) }
    : end
  const reserved = ended ? 0 : exposure.loss + position.staked
  const reservedChange = reserved - round.reserved
  const stake = position.staked - staked
  const payout = ended?.outcome.payout ?? 0
  const answer = openAnswer(
    shownRound(round, position, next.upcoming.commitment),
  )
  const afterBet = playerBatch.change - stake
  const afterRound = afterBet + payout
  moves.push({
    ...planned,
    stake,
    payout,
    open: ended ? undefined : { ...round, reserved },
    reservedChange,
    bet: JSON.stringify(round.bet),
    outcome: ended ? JSON.stringify(ended.outcome) : JSON_NULL,
    hand: handText(round, position.staked, reserved, reservedChange),
    roundHash: ended && roundHash(hashes, ended),
    answer,
    storedAnswer: round.game.choices ? answer : null,
    offset: { seq: playerBatch.transactionCount + 1, afterBet, afterRound },
    // Last, since a reservation of a move that throws would never end.
    release: bankroll.reserve(risk),
  })
  if (isHit && playerBatch.pot === undefined)
    playerBatch.firstHit ??= moves.length - 1
  playerBatch.staked += price
  playerBatch.gain += Math.max(0, exposure.payout - price)
  playerBatch.taken += stake
  playerBatch.change = afterRound
  playerBatch.transactionCount += Number(stake > 0) + Number(payout > 0)
  const { jackpot } = round.game
  if (jackpot) playerBatch.potShare += stake * jackpot.shareHundredths
  playerBatch.end = next
}

/** Replays the round with the move; a jackpot hit takes the pot. */
function drawn(hashes: Hashes, { round }: PlannedMove, pot: Coins) {
  const { position, round: ended } = replayOf(hashes, round)
  const { jackpot } = round.game
  const isHit = !ended && jackpot !== undefined && jackpot.isHit(position)
  if (!isHit) return { round, position, ended, isHit }
  const paid = { ...round, actions: [jackpot.win(pot)] }
  const over = replayOf(hashes, paid)
  return { round: paid, position: over.position, ended: over.round, isHit }
}

/** Returns the state of a round with actions, as the commit statement reads it. */
function handText(
  { game, actions, weaker, clientSeed }: OpenRound,
  staked: number,
  held: number,
  heldChange: number,
): string {
  if (!game.choices && actions.length === 0) return JSON_NULL
  const step = game.choices ? actions.length : 0
  const seed = clientSeed.seed
  const hand = { step, actions, weaker, clientSeed: seed }
  return JSON.stringify({ ...hand, staked, held, heldChange })
}
