import { setTimeout } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import { batchCommits, type CommitDeps } from './batch-commits.ts'
import { type MoveAnswer, type MoveRequest, PendingMove } from './moves.ts'
import {
  type Decision,
  decidePlayerBatch,
  type Refused,
} from './player-batch.ts'
import { TurnQueue } from './turn-queue.ts'

const BATCH_SIZE_MAX = 128
const WAITING_MAX = 5_000
/**
 * One batch's worth; more would not be served sooner. Twice what the 64
 * connections of `bets_one_player` can have in flight.
 */
const WAITING_OF_PLAYER_MAX = BATCH_SIZE_MAX
const TIMEOUT_MS = 8_000
/**
 * Minimum time between batches, because half of a batch's cost is independent of
 * its size. A bet that finds the partition idle does not wait.
 */
const BATCH_EVERY_MS = 2
const RETRY_AFTER_MS = 100

type EngineDeps = CommitDeps & {
  ledger: Pick<LedgerService, 'totals'>
}

export type BetEngine = ReturnType<typeof openBetEngine>

/**
 * Plays bets in batches: see "A bet" in docs/architecture.md.
 *
 * @param partitionNumbers the process's own rows of `global_stats`.
 */
export function openBetEngine(
  partitionNumbers: readonly number[],
  deps: EngineDeps,
) {
  const partitions = partitionNumbers.map((number) =>
    openPartition(number, deps),
  )
  const underWay = new Map<
    string,
    { text: string; answer: Promise<MoveAnswer> }
  >()
  let closing = false

  function enqueue(asked: MoveRequest): Promise<MoveAnswer> {
    const spread = Number.parseInt(asked.userId.slice(-8), 16)
    const partition = partitions[spread % partitions.length]
    assert(partition !== undefined, 'a process has a partition')
    return partition.play(new PendingMove(asked, deps.nowMs()))
  }

  /** Shares one bet among concurrent requests with the same key. */
  async function placeOnce(
    asked: MoveRequest,
    { id, text }: RepeatableRequest,
  ): Promise<MoveAnswer> {
    const first = underWay.get(id)
    if (first) {
      if (first.text === text) return first.answer
      throw new Refusal('key_reused')
    }
    const answer = enqueue(asked)
    underWay.set(id, { text, answer })
    try {
      return await answer
    } finally {
      underWay.delete(id)
    }
  }

  return {
    /** Resolves to the answer after the durable commit. */
    async place(asked: MoveRequest): Promise<MoveAnswer> {
      if (closing) throw new Refusal('restarting')
      return asked.request ? placeOnce(asked, asked.request) : enqueue(asked)
    },

    /** Refuses new bets and resolves when all others are answered. */
    async close(): Promise<void> {
      closing = true
      await Promise.all(partitions.map((partition) => partition.idle()))
    },
  }
}

/**
 * Queues the bets of some players, and plays one batch after the other.
 *
 * @param number the partition's row of `global_stats`.
 */
function openPartition(number: number, deps: EngineDeps) {
  const { answers, bankroll, snapshots, ledger, nowMs, log } = deps
  const commit = batchCommits(number, deps)
  const queue = new TurnQueue<PendingMove>()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    // Lets bets of the same event loop turn share a batch.
    await new Promise(setImmediate)
    while (queue.size > 0) {
      const batch = queue.nextBatch(BATCH_SIZE_MAX)
      const startedAtMs = nowMs()
      const isHealthy = await playBatch(batch).catch((error: unknown) => {
        log.warn({ error }, 'bet_batch.failed')
        return false
      })
      for (const move of queue.placedBefore(nowMs() - TIMEOUT_MS))
        move.refuse(new Refusal(timeoutRefusal(move)))
      const pauseMs = isHealthy
        ? startedAtMs + BATCH_EVERY_MS - nowMs()
        : RETRY_AFTER_MS
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
    working = undefined
  }

  /**
   * Decides a batch and commits it. Moves that stay open are in the next batch.
   *
   * @returns false if that has to wait for the database.
   */
  async function playBatch(batch: readonly PendingMove[]): Promise<boolean> {
    await snapshots.load(new Set(batch.map(({ userId }) => userId)))
    await bankroll.load(() => ledger.totals())
    await answers.answerCommitted(batch)
    const open = batch.filter(({ isOpen }) => isOpen)
    const players = Map.groupBy(open, ({ userId }) => userId)
    const decisions = Array.from(players, ([userId, moves]) =>
      decide(userId, moves),
    )
    const playerBatches = decisions.flatMap(
      ({ playerBatch }) => playerBatch ?? [],
    )
    const isHealthy =
      playerBatches.length === 0 || (await commit(playerBatches))
    const refused = decisions.flatMap((decision) => decision.refused)
    // All look-ups end before the next batch, which may commit the same moves.
    const lookedUp = await Promise.allSettled(refused.map(refuseUnlessAnswered))
    const failed = lookedUp.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const unconfirmed = refused.filter(({ pending }) => pending.isOpen)
    for (const { pending } of unconfirmed) snapshots.drop(pending.userId)
    return isHealthy && unconfirmed.length === 0
  }

  /** Catches errors, so that one player's moves can't delay the others'. */
  function decide(userId: string, moves: readonly PendingMove[]): Decision {
    const snapshot = snapshots.get(userId)
    if (!snapshot) return refuseAll(moves, 'signed_out')
    try {
      const decision = decidePlayerBatch(deps, snapshot, moves)
      if (decision.isStale) snapshots.drop(userId)
      return decision
    } catch (error) {
      log.error({ error, userId }, 'player_batch.decision_failed')
      return refuseAll(moves, 'unavailable')
    }
  }

  /** Leaves moves open that may turn out to be committed, until their timeout. */
  async function refuseUnlessAnswered({
    pending,
    error,
  }: Refused): Promise<void> {
    await answers.answerRepeated(pending)
    if (pending.unconfirmed.length === 0) pending.refuse(error)
  }

  return {
    play(pending: PendingMove): Promise<MoveAnswer> {
      if (queue.sizeOf(pending.userId) >= WAITING_OF_PLAYER_MAX)
        throw new Refusal('bets_waiting', { retryAfter: 1 })
      if (queue.size >= WAITING_MAX) throw new Refusal('too_busy')
      queue.add(pending)
      working ??= work()
      return pending.answered
    },

    /** Resolves when the queue is empty. */
    idle: async () => working,
  }
}

function timeoutRefusal({ unconfirmed, request }: PendingMove) {
  if (unconfirmed.length === 0) return 'bet_not_taken'
  return request ? 'bet_unsettled' : 'bet_unknown'
}

function refuseAll(
  moves: readonly PendingMove[],
  name: 'signed_out' | 'unavailable',
): Decision {
  const error = new Refusal(name)
  return { refused: moves.map((pending) => ({ pending, error })) }
}
