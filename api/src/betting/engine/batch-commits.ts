import type pg from 'pg'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/db/database-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OnPlayed } from '../settled-bets.ts'
import type { AdmissionDeps } from './admission.ts'
import {
  type BeforeCommit,
  type Committed,
  commitHit,
  commitPlayerBatches,
} from './commit-statement.ts'
import {
  closedAnswer,
  type MoveAnswers,
  type Receipts,
} from './move-answers.ts'
import type { DecidedMove, PlayerBatch } from './moves.ts'
import { playerBatchOfHit } from './player-batch.ts'
import type { PlayerSnapshots } from './player-snapshots.ts'

export type CommitDeps = AdmissionDeps & {
  /** A pool with a connection for each partition. */
  partitionPool: pg.Pool
  snapshots: PlayerSnapshots
  answers: MoveAnswers
  clock: Clock
  nowMs: () => number
  log: Logger
  /** Called after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
  onPlayed: OnPlayed
}

/**
 * Returns what commits decided player batches and answers their moves. Resolves
 * to false if the database failed; moves without a known result stay open.
 *
 * @param partition the row of `global_stats` that balances the bets.
 */
export function batchCommits(partition: number, deps: CommitDeps) {
  const { answers, partitionPool, nowMs, log, snapshots } = deps

  async function commit(batches: readonly PlayerBatch[]): Promise<boolean> {
    const asOfMs = nowMs()
    let committed: Committed
    try {
      committed = await commitPlayerBatches(partitionPool, partition, batches)
    } catch (error) {
      return failed(batches, error)
    }
    return settleAll(batches, committed, asOfMs)
  }

  /** Leaves moves after the hit open. */
  async function commitDryRun(dryRun: PlayerBatch): Promise<boolean> {
    const asOfMs = nowMs()
    const batches: PlayerBatch[] = []
    let committed: Committed
    try {
      committed = await commitHit(partitionPool, partition, (pot) => {
        batches.push(playerBatchOfHit(deps, dryRun, pot))
        return batches
      }).finally(() => release(dryRun))
    } catch (error) {
      return failed(batches, error)
    }
    return settleAll(batches, committed, asOfMs)
  }

  async function settleAll(
    batches: readonly PlayerBatch[],
    committed: Committed,
    asOfMs: number,
  ): Promise<boolean> {
    const receipts = answers.receiptsOf(batches, committed)
    const dropped: PlayerBatch[] = []
    const dryRuns: PlayerBatch[] = []
    for (const batch of batches) {
      const before = committed.get(batch.snapshot.userId)
      if (before) settle(batch, before, { asOfMs, receipts })
      else if (before === null) dryRuns.push(batch)
      else dropped.push(batch)
    }
    for (const batch of dropped) abandon(batch)
    let isHealthy = await answerRepeated(dropped)
    for (const dryRun of dryRuns)
      isHealthy = (await commitDryRun(dryRun)) && isHealthy
    return isHealthy
  }

  function settle(
    batch: PlayerBatch,
    before: BeforeCommit,
    { asOfMs, receipts }: { asOfMs: number; receipts: Receipts },
  ): void {
    const { snapshot, moves, end, taken, change } = batch
    const { open, userId } = snapshot
    for (const { pending, open: round } of moves) {
      const { gameType, choices } = pending.game
      if (round) open.set(gameType, round)
      else if (choices) open.delete(gameType)
    }
    const balance = before.balance + change
    // As the statement does: a step moves the version instead of the nonce.
    const isStep = end.nonce === snapshot.nonce
    const snapshotVersion = snapshot.snapshotVersion + Number(isStep)
    const staked = batch.day.staked + taken
    const paid = batch.day.paid + taken + change
    const day = { ...batch.day, staked, paid }
    snapshots.advance(snapshot, {
      ...end,
      snapshotVersion,
      balance,
      day,
      asOfMs,
    })
    for (const move of moves) {
      const { pending, offset, reservedChange, round } = move
      move.release({ gain: gainOf(move, batch), reserved: reservedChange })
      const text = closedAnswer(move.answer, before.balance + offset.afterRound)
      pending.answer({ text, receipt: receipts.get(move) })
      if (move.open) continue
      const { gameType } = pending.game
      const stake = move.staked + move.stake
      const { payout } = move
      deps.onPlayed({ betId: round.id, userId, gameType, stake, payout })
    }
    deps.onBalance(userId, balance)
  }

  /**
   * Answers the moves of dropped batches that are repeated requests; the other
   * snapshots were stale. Catches errors, since all commits are settled.
   */
  async function answerRepeated(dropped: PlayerBatch[]): Promise<boolean> {
    const moves = dropped.flatMap((batch) => batch.moves)
    try {
      await Promise.all(
        moves.map(({ pending }) => answers.answerRepeated(pending)),
      )
      return true
    } catch (error) {
      log.warn({ error }, 'bet_replay.failed')
      return false
    }
  }

  /** Bisects batches that the database rejects, to find the rejected move. */
  async function failed(
    batches: readonly PlayerBatch[],
    error: unknown,
  ): Promise<boolean> {
    const [batch] = batches
    if (!batch) log.warn({ error }, 'jackpot.commit_failed')
    if (!batch || !isRefusal(error)) {
      for (const unconfirmed of batches) noteUnconfirmed(unconfirmed)
      return false
    }
    if (batches.length === 1) {
      isolate(batch, error)
      return true
    }
    const middle = Math.ceil(batches.length / 2)
    const first = await commit(batches.slice(0, middle))
    const second = await commit(batches.slice(middle))
    return first && second
  }

  /** Records the decisions, one of which may turn out to be committed. */
  function noteUnconfirmed(batch: PlayerBatch): void {
    abandon(batch)
    deps.bankroll.doubt()
    for (const { pending, roundHash, answer } of batch.moves)
      pending.unconfirmed.push({ roundHash, answer })
  }

  /** Retries each move alone, with a new snapshot; refuses one that fails again. */
  function isolate(batch: PlayerBatch, error: unknown): void {
    abandon(batch)
    for (const { pending } of batch.moves) {
      if (pending.hasFailed) {
        const { roundId } = pending
        log.error({ error, roundId }, 'bet.commit_failed')
        pending.refuse(error)
      }
      pending.hasFailed = true
      pending.alone = true
    }
  }

  function abandon(batch: PlayerBatch): void {
    snapshots.drop(batch.snapshot.userId)
    release(batch)
  }

  return commit
}

function release({ moves }: PlayerBatch): void {
  for (const move of moves) move.release()
}

/**
 * Returns the bankroll's gain, in coins. The last move includes the batch's share
 * of the jackpot, a pot that it won, and the seed of the next pot.
 */
function gainOf(
  move: DecidedMove,
  { moves, pot, potShare }: PlayerBatch,
): number {
  const gain = move.stake - move.payout
  if (move !== moves.at(-1)) return gain
  return gain - Math.ceil(potShare / 100) + (pot ? pot - JACKPOT_SEED : 0)
}
