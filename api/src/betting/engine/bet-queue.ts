import { setTimeout } from 'node:timers/promises'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import { type CommitDeps, createBatchCommits } from './batch-commits.ts'
import type { BetAnswer, Decision, PendingBet } from './bets.ts'
import type { PlayerSnapshot } from './player-snapshots.ts'
import { TurnQueue } from './turn-queue.ts'

const BATCH_SIZE_MAX = 128
/** More, because a rush for an event is mostly one bet of many players. */
export const EVENT_BATCH_SIZE_MAX = 256
const WAITING_MAX = 5_000
/**
 * One batch's worth, twice what the 64 connections of `bets_one_player` send.
 */
const WAITING_OF_PLAYER_MAX = BATCH_SIZE_MAX
const TIMEOUT_MS = 8_000
/**
 * Minimum time between batches, because half of a batch's cost is independent of
 * its size. A bet that finds the partition idle does not wait.
 */
const BATCH_EVERY_MS = 2
const RETRY_AFTER_MS = 100

export type BetQueueDeps = CommitDeps & {
  ledger: Pick<LedgerService, 'totals'>
}

export type BetQueue = ReturnType<typeof createBetQueue>

/**
 * Queues the bets of some players, or those on events of a kind, and plays one
 * batch after the other.
 *
 * @param partition the row of `global_stats` that balances the bets.
 */
export function createBetQueue(
  partition: number,
  deps: BetQueueDeps,
  sizeMax = BATCH_SIZE_MAX,
) {
  const { answers, bankroll, snapshots, ledger, log, tracing } = deps
  const commit = createBatchCommits(partition, deps)
  const queue = new TurnQueue<PendingBet>()
  let working: Promise<void> | undefined
  let readAhead: Promise<unknown> | undefined

  async function work(): Promise<void> {
    // Lets bets of the same event loop turn share a batch.
    await new Promise(setImmediate)
    for (;;) {
      // First, so that a process that was frozen plays no bet whose player was
      // refused by another one meanwhile.
      for (const bet of queue.placedBefore(performance.now() - TIMEOUT_MS))
        bet.refuse(new Refusal(timeoutRefusal(bet)))
      const batch = queue.nextBatch(sizeMax)
      if (batch.length === 0) break
      const startedAtMs = performance.now()
      const isHealthy = await playBatch(batch).catch((error: unknown) => {
        log.warn({ error }, 'bet_batch.failed')
        return false
      })
      const pauseMs = isHealthy
        ? startedAtMs + BATCH_EVERY_MS - performance.now()
        : RETRY_AFTER_MS
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
    working = undefined
  }

  /**
   * Decides a batch and commits it. Bets that stay open are in the next batch.
   *
   * @returns false if that has to wait for the database.
   */
  async function playBatch(batch: readonly PendingBet[]): Promise<boolean> {
    tracing?.endStep('queue', batch)
    const userIds = new Set(batch.map(({ userId }) => userId))
    // Bets on events draw nothing.
    const publish = !batch[0]?.kind.isOnEvents
    await readAhead
    const loaded = await snapshots.load(userIds, { publish })
    await bankroll.load(ledger.totals)
    // Snapshots are read before: if a nonce moved on and the bet is missing, it
    // never was committed; otherwise the same nonce guards the next attempt.
    await answers.answerCommitted(
      batch.filter(({ isUnconfirmed }) => isUnconfirmed),
    )
    const open = batch.filter(({ isOpen }) => isOpen)
    await open[0]?.kind.load?.(open)
    tracing?.endStep('load', open)
    const players = Map.groupBy(open, ({ userId }) => userId)
    const decisions = Array.from(players, ([userId, bets]) =>
      // Another queue may have dropped it meanwhile; then the guard fails.
      decide(snapshots.get(userId) ?? loaded.get(userId), bets),
    )
    tracing?.endStep('decide', open)
    const playerBatches = decisions.flatMap(
      ({ playerBatch }) => playerBatch ?? [],
    )
    // Reads what the next batch needs while this one commits. A failure is
    // reported by that batch, which reads again what is missing.
    const next = queue.nextUserIds(sizeMax)
    readAhead = snapshots.load(next, { publish }).catch(() => undefined)
    const isHealthy =
      playerBatches.length === 0 || (await commit(playerBatches))
    // All look-ups end before the next batch, which may commit the same bets.
    const refused = decisions.flatMap((decision) => decision.refused)
    const isEnded = await answers.refuseUnlessCommitted(refused)
    for (const { pending } of refused)
      if (pending.isOpen) snapshots.drop(pending.userId)
    return isHealthy && isEnded
  }

  /** Catches errors, so that one player's bets can't delay the others'. */
  function decide(
    snapshot: PlayerSnapshot | undefined,
    bets: readonly PendingBet[],
  ): Decision {
    const [first] = bets
    if (!snapshot || !first) return refuseAll(bets, 'signed_out')
    const { userId } = snapshot
    try {
      const decision = first.kind.decide(snapshot, bets)
      if (decision.isStale) snapshots.drop(userId)
      return decision
    } catch (error) {
      log.error({ error, userId }, 'player_batch.decision_failed')
      return refuseAll(bets, 'unavailable')
    }
  }

  return {
    play(pending: PendingBet): Promise<BetAnswer> {
      if (queue.getSize(pending.userId) >= WAITING_OF_PLAYER_MAX)
        throw new Refusal('bets_waiting', { retryAfter: 1 })
      if (queue.size >= WAITING_MAX) throw new Refusal('too_busy')
      queue.add(pending)
      working ??= work()
      return pending.answered
    },

    idle: async () => working,
  }
}

function timeoutRefusal({ isUnconfirmed, request }: PendingBet) {
  if (!isUnconfirmed) return 'bet_not_taken'
  return request ? 'bet_unsettled' : 'bet_unknown'
}

function refuseAll(
  bets: readonly PendingBet[],
  name: 'signed_out' | 'unavailable',
): Decision {
  const error = new Refusal(name)
  return { refused: bets.map((pending) => ({ pending, error })) }
}
