import type { Hashes } from '#core/fairness/hashes.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/db/database-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { OnPlayed } from '../played-bet.ts'
import type { Bankroll } from './bankroll.ts'
import { closedAnswer, type DecidedMove } from './decided-move.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import {
  type BatchMove,
  type PlayerBatch,
  playerBatchOfHit,
} from './player-batch.ts'
import { type KeptBatch, receiptsOf } from './player-batch-receipts.ts'
import type { PlayerSnapshot, PlayerSnapshots } from './player-snapshots.ts'
import type { Kept, RoundsStore } from './rounds.store.ts'

export type KeeperDeps = {
  hashes: Hashes
  snapshots: PlayerSnapshots
  bankroll: Bankroll
  earlier: EarlierAnswers
  store: RoundsStore
  pauses: Pick<PausesService, 'requireStart' | 'requireStep'>
  receipts: Pick<AnswerReceiptsService, 'sign'>
  clock: Clock
  nowMs: () => number
  log: Logger
  /** Told after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
  onPlayed: OnPlayed
}

/**
 * Keeps decided player batches and answers their moves. Moves it can neither
 * answer nor refuse stay open, with what is known of them noted.
 */
export type PlayerBatchKeeper = {
  /** @returns false when the database was lost on the way. */
  keep(playerBatches: readonly PlayerBatch[]): Promise<boolean>
}

/** @param partition the row of `global_stats` that takes the house's side. */
export function playerBatchKeeper(
  partition: number,
  deps: KeeperDeps,
): PlayerBatchKeeper {
  const { store, nowMs, log } = deps

  async function keep(playerBatches: readonly PlayerBatch[]): Promise<boolean> {
    const asOfMs = nowMs()
    const kept = await store
      .commitPlayerBatches(partition, playerBatches)
      .catch(asError)
    if (kept instanceof Error) return notKept(playerBatches, kept)
    return settled(playerBatches, { kept, asOfMs })
  }

  /** Its moves behind the hit stay open. */
  async function keepHit(dryRun: PlayerBatch): Promise<boolean> {
    const asOfMs = nowMs()
    const playerBatches: PlayerBatch[] = []
    const kept = await store
      .commitHit(partition, (pot) => {
        playerBatches.push(playerBatchOfHit(deps, dryRun, pot))
        return playerBatches
      })
      .catch(asError)
    for (const { release } of dryRun.moves) release()
    if (kept instanceof Error) return notKept(playerBatches, kept)
    return settled(playerBatches, { kept, asOfMs })
  }

  async function settled(
    playerBatches: readonly PlayerBatch[],
    { kept, asOfMs }: { kept: Kept; asOfMs: number },
  ): Promise<boolean> {
    const { dropped, hits, settling } = sorted(playerBatches, kept)
    const receipts = receiptsOf(deps.receipts, settling)
    for (const one of settling) settle(deps, one, { asOfMs, receipts })
    for (const playerBatch of dropped) abandon(deps, playerBatch)
    let isHealthy = await repetitionsAnswered(deps, dropped)
    for (const dryRun of hits) {
      isHealthy = (await keepHit(dryRun)) && isHealthy
    }
    return isHealthy
  }

  /** A batch that raises is halved until the one bad bet is found. */
  async function notKept(
    playerBatches: readonly PlayerBatch[],
    error: Error,
  ): Promise<boolean> {
    const [playerBatch] = playerBatches
    if (!playerBatch) log.warn({ error }, 'jackpot.commit_failed')
    if (!playerBatch || !isRefusal(error)) {
      for (const unconfirmed of playerBatches) doubt(deps, unconfirmed)
      return false
    }
    if (playerBatches.length === 1) {
      isolate(deps, playerBatch, error)
      return true
    }
    const middle = Math.ceil(playerBatches.length / 2)
    const first = await keep(playerBatches.slice(0, middle))
    const second = await keep(playerBatches.slice(middle))
    return first && second
  }

  return { keep }
}

/** Player batches by what became of them. */
function sorted(playerBatches: readonly PlayerBatch[], kept: Kept) {
  const dropped: PlayerBatch[] = []
  const hits: PlayerBatch[] = []
  const settling: KeptBatch[] = []
  for (const playerBatch of playerBatches) {
    const before = kept.get(playerBatch.snapshot.userId)
    if (before === undefined) dropped.push(playerBatch)
    else if (before === null) hits.push(playerBatch)
    else settling.push({ playerBatch, before })
  }
  return { dropped, hits, settling }
}

function settle(
  { snapshots, onBalance, onPlayed }: KeeperDeps,
  { playerBatch, before }: KeptBatch,
  { asOfMs, receipts }: { asOfMs: number; receipts: Map<BatchMove, string> },
): void {
  const { snapshot, moves, end } = playerBatch
  const balance = before.balance + playerBatch.change
  // A step of a round moves no nonce.
  const isStep = end.nonce === snapshot.nonce
  const snapshotVersion = snapshot.snapshotVersion + Number(isStep)
  for (const move of moves) noteOpen(snapshot, move)
  const day = dayBehind(playerBatch)
  snapshots.advance(snapshot, { ...end, snapshotVersion, balance, day, asOfMs })
  for (const move of moves) {
    move.release({ gain: gainOf(move, playerBatch), held: move.heldChange })
    const balanceBehind = before.balance + move.offset.afterRound
    const answer = closedAnswer(move.answer, balanceBehind)
    move.placed.answer(answer, receipts.get(move))
    if (!move.open) onPlayed(playedBet(move))
  }
  onBalance(snapshot.userId, balance)
}

function playedBet({ placed, round, staked, stake, payout }: BatchMove) {
  const { userId, game } = placed
  const { gameType } = game
  return { betId: round.id, userId, gameType, stake: staked + stake, payout }
}

/**
 * Of the house, in coins. The last move stands for what goes through the pot:
 * the player batch's shares, and what a hit takes out of it and the house puts
 * in anew.
 */
function gainOf(
  move: BatchMove,
  { moves, pot, potShare }: PlayerBatch,
): number {
  const gain = move.stake - move.payout
  if (move !== moves.at(-1)) return gain
  return gain - Math.ceil(potShare / 100) + (pot ? pot - JACKPOT_SEED : 0)
}

/** As the commit statement has reckoned it too. */
function dayBehind({ day, taken, change }: PlayerBatch): DayOfPlay {
  const staked = day.staked + taken
  return { ...day, staked, paid: day.paid + taken + change }
}

function noteOpen(
  { open }: PlayerSnapshot,
  { placed, open: goesOn }: DecidedMove,
): void {
  const { gameType, choices } = placed.game
  if (goesOn) open.set(gameType, goesOn)
  else if (choices) open.delete(gameType)
}

/**
 * A player batch was dropped because its snapshot was old or busy, or because a
 * request is a repetition: the latter are answered. By now all that was kept is
 * settled, so nothing is lost when the database goes away here.
 */
async function repetitionsAnswered(
  { earlier, log }: KeeperDeps,
  dropped: readonly PlayerBatch[],
): Promise<boolean> {
  const moves = dropped.flatMap((playerBatch) => playerBatch.moves)
  try {
    await Promise.all(moves.map(({ placed }) => earlier.tellRepetition(placed)))
    return true
  } catch (error) {
    log.warn({ error }, 'bet_replay.failed')
    return false
  }
}

/** Nobody knows whether this was kept; the rounds' ids will tell. */
function doubt(deps: KeeperDeps, playerBatch: PlayerBatch): void {
  abandon(deps, playerBatch)
  deps.bankroll.doubt()
  for (const { placed, roundHash, answer } of playerBatch.moves) {
    placed.unconfirmed.push({ roundHash, answer })
  }
}

/**
 * One bet of this player batch is bad. Decided alone on a snapshot read anew it
 * fails no other; one that fails even so is refused.
 */
function isolate(
  deps: KeeperDeps,
  playerBatch: PlayerBatch,
  error: Error,
): void {
  abandon(deps, playerBatch)
  for (const { placed } of playerBatch.moves) {
    if (placed.hasFailed) {
      deps.log.error({ error, roundId: placed.roundId }, 'bet.commit_failed')
      placed.refuse(error)
    }
    placed.hasFailed = true
    placed.alone = true
  }
}

/**
 * Frees what a player batch that was not kept had reserved, and forgets its
 * snapshot.
 */
function abandon({ snapshots }: KeeperDeps, playerBatch: PlayerBatch): void {
  snapshots.drop(playerBatch.snapshot.userId)
  for (const { release } of playerBatch.moves) release()
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
