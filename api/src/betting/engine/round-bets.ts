import type pg from 'pg'
import { getEpoch } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { roundHash } from '#core/fairness/round.ts'
import { type Coins, JACKPOT_SEED } from '#core/money/coins.ts'
import type { Clock } from '../../platform/clock.ts'
import type { OnFinished } from '../settled-bets.ts'
import { type AdmissionDeps, admitMove } from './admission.ts'
import { startAnswer } from './bet-answers.ts'
import { withPot } from './bet-commit.ts'
import {
  type BetKind,
  type CommitResults,
  type Decision,
  emptyBatch,
  JSON_NULL,
  type PlayerBatch,
  type Refused,
  refuseBet,
} from './bets.ts'
import {
  type DecidedMove,
  type MoveRequest,
  PendingMove,
  type PlannedMove,
} from './moves.ts'
import {
  getReplay,
  type OpenRound,
  roundSeed,
  shownRound,
} from './open-round.ts'
import type { PlayerSnapshot } from './player-snapshots.ts'
import { commitRounds } from './round-rows.sql.ts'

type RoundBatch = PlayerBatch<DecidedMove>

export type RoundBets = BetKind<MoveRequest, PendingMove, DecidedMove>

/** Bets on rounds, and the actions of open ones. */
export function createRoundBets(
  deps: DecisionDeps & { pool: pg.Pool; onFinished: OnFinished },
): RoundBets {
  const { pool, onFinished } = deps

  async function commit(
    on: Pick<pg.Pool, 'query'>,
    partition: number,
    batches: readonly RoundBatch[],
  ): Promise<CommitResults> {
    return (await commitRounds(on, partition, batches)).players
  }

  const kind: RoundBets = {
    createPending: (request, placedAtMs) =>
      new PendingMove(kind, request, placedAtMs),
    decide: (snapshot, waiting) => decideMoves(deps, snapshot, waiting),
    commit: (partition, batches) => commit(pool, partition, batches),
    commitHit: (partition, dryRun, batches) =>
      withPot(pool, (client, pot) => {
        batches.push(decideUpToHit(deps, dryRun, pot))
        return commit(client, partition, batches)
      }),
    onCommitted(move, _committed, { open, userId }) {
      const { pending, round } = move
      const { choices, gameType } = pending.game
      if (move.open) {
        open.set(gameType, move.open)
        return
      }
      if (choices) open.delete(gameType)
      const stake = move.staked + move.stake
      const { payout } = move
      onFinished({ betId: round.id, userId, gameType, stake, payout })
    },
    toTerms({ round: { bet, clientSeed, nonce } }) {
      return { bet, nonce, clientSeed: clientSeed.seed }
    },
    toAnswer: ({ answer }) => answer,
  }
  return kind
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
 * only after its guard passed. Otherwise the delay of a dropped batch, such as a
 * repeated bet, would reveal that the next seed hits.
 */
export function decideMoves(
  deps: DecisionDeps,
  snapshot: PlayerSnapshot,
  waiting: readonly PendingMove[],
): Decision<DecidedMove> {
  const playerBatch: RoundBatch = emptyBatch(snapshot, deps.clock().getTime())
  const refused: Refused[] = []
  for (const pending of waiting) {
    const isFirst = playerBatch.bets.length === 0
    if (!isFirst && isFull(playerBatch, pending)) break
    try {
      addMove(deps, playerBatch, admitMove(deps, playerBatch, pending))
    } catch (error) {
      // Must not drop earlier moves; decided again as the next batch's first.
      if (!isFirst) break
      const decision = refuseBet(snapshot, pending, error)
      refused.push(...decision.refused)
      if (decision.isStale) return { refused, isStale: true }
    }
  }
  return playerBatch.bets.length > 0 ? { playerBatch, refused } : { refused }
}

/** Decides a dry run again, up to its hit. @param pot in coins. */
export function decideUpToHit(
  deps: DecisionDeps,
  { snapshot, nowMs, bets, firstHit = 0 }: RoundBatch,
  pot: Coins,
): RoundBatch {
  const playerBatch: RoundBatch = { ...emptyBatch(snapshot, nowMs), pot }
  for (const move of bets.slice(0, firstHit + 1))
    addMove(deps, playerBatch, move)
  return playerBatch
}

function isFull({ bets, snapshot, end }: RoundBatch, next: PendingMove) {
  const alone = next.alone || bets.some(({ pending }) => pending.alone)
  return alone || getEpoch(end.nonce) !== getEpoch(snapshot.nonce)
}

function addMove(
  { hashes, bankroll }: AdmissionDeps,
  playerBatch: RoundBatch,
  planned: PlannedMove,
): void {
  const { snapshot, end, bets } = playerBatch
  const { isStart, staked, price, exposure, risk } = planned
  const pot = playerBatch.pot ?? JACKPOT_SEED
  const { round, position, ended, isHit } = playMove(hashes, planned, pot)
  const nonce = end.nonce + 1
  const next = isStart
    ? { nonce, upcoming: roundSeed(hashes, snapshot, nonce) }
    : end
  const reserved = ended ? 0 : exposure.loss + position.staked
  const reservedChange = reserved - round.reserved
  const stake = position.staked - staked
  const payout = ended?.outcome.payout ?? 0
  const answer = startAnswer(
    shownRound(round, position, next.upcoming.commitment),
  )
  const afterBet = playerBatch.balanceChange - stake
  const afterRound = afterBet + payout
  bets.push({
    ...planned,
    id: round.id,
    gameType: round.game.gameType,
    action: round.game.choices && round.actions.at(-1)?.action,
    stake,
    payout,
    open: ended ? undefined : { ...round, reserved },
    reservedChange,
    bet: JSON.stringify(round.bet),
    outcome: ended ? JSON.stringify(ended.outcome) : JSON_NULL,
    hand: handText(round, {
      staked: position.staked,
      reserved,
      reservedChange,
    }),
    roundHash: ended && roundHash(hashes, ended),
    answer,
    storedAnswer: round.game.choices ? answer : null,
    offset: { seq: playerBatch.transactionCount + 1, afterBet, afterRound },
    // Last, since a reservation of a move that throws would never end.
    release: bankroll.reserve(risk),
  })
  if (isHit && playerBatch.pot === undefined)
    playerBatch.firstHit ??= bets.length - 1
  playerBatch.maxLoss += price
  playerBatch.maxGain += Math.max(0, exposure.payout - price)
  playerBatch.totalStake += stake
  playerBatch.balanceChange = afterRound
  playerBatch.transactionCount += Number(stake > 0) + Number(payout > 0)
  const { jackpot } = round.game
  if (jackpot) playerBatch.potShare += stake * jackpot.shareHundredths
  playerBatch.end = next
}

/** Replays the round with the move; a jackpot hit takes the pot. */
function playMove(hashes: Hashes, { round }: PlannedMove, pot: Coins) {
  const { position, round: ended } = getReplay(hashes, round)
  const { jackpot } = round.game
  const isHit = !ended && jackpot !== undefined && jackpot.isHit(position)
  if (!isHit) return { round, position, ended, isHit }
  const paid = { ...round, actions: [jackpot.win(pot)] }
  const over = getReplay(hashes, paid)
  return { round: paid, position: over.position, ended: over.round, isHit }
}

/** Returns a round with actions, as the commit statement reads it. */
function handText(
  { game, actions, weaker, clientSeed }: OpenRound,
  amounts: Record<'staked' | 'reserved' | 'reservedChange', number>,
): string {
  if (!game.choices && actions.length === 0) return JSON_NULL
  const step = game.choices ? actions.length : 0
  const seed = clientSeed.seed
  const hand = { step, actions, weaker, clientSeed: seed }
  return JSON.stringify({ ...hand, ...amounts })
}
