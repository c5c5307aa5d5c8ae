import { setTimeout } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import { batchCommits, type CommitDeps, kindOf } from './batch-commits.ts'
import type {
  BetAnswer,
  BetKind,
  BetRequest,
  Decision,
  PendingBet,
  PlayerBatch,
} from './bets.ts'
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
  ledger: Pick<LedgerService, 'sharedPartition' | 'totals'>
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
  const ofEvents = new Map<BetKind, ReturnType<typeof openPartition>>()
  const underWay = new Map<
    string,
    { text: string; answer: Promise<BetAnswer> }
  >()
  let closing = false

  function partitionOf({ kind, userId }: PendingBet) {
    if (kind.events) {
      const own =
        ofEvents.get(kind) ?? openPartition(deps.ledger.sharedPartition, deps)
      ofEvents.set(kind, own)
      return own
    }
    const spread = Number.parseInt(userId.slice(-8), 16)
    const partition = partitions[spread % partitions.length]
    assert(partition !== undefined, 'a process has a partition')
    return partition
  }

  const enqueue = (pending: PendingBet): Promise<BetAnswer> =>
    partitionOf(pending).play(pending)

  /** Shares one bet among concurrent requests with the same key. */
  async function placeOnce(
    pending: PendingBet,
    { id, text }: RepeatableRequest,
  ): Promise<BetAnswer> {
    const first = underWay.get(id)
    if (first) {
      if (first.text === text) return first.answer
      throw new Refusal('key_reused')
    }
    const answer = enqueue(pending)
    underWay.set(id, { text, answer })
    try {
      return await answer
    } finally {
      underWay.delete(id)
    }
  }

  return {
    /** Resolves to the answer after the durable commit. */
    async place<Asked extends BetRequest>(
      kind: BetKind<Asked>,
      asked: Asked,
    ): Promise<BetAnswer> {
      if (closing) throw new Refusal('restarting')
      const pending = kind.pendingOf(asked, deps.nowMs())
      const { request } = pending
      return request ? placeOnce(pending, request) : enqueue(pending)
    },

    /** Refuses new bets and resolves when all others are answered. */
    async close(): Promise<void> {
      closing = true
      const all = [...partitions, ...ofEvents.values()]
      await Promise.all(all.map((partition) => partition.idle()))
    },
  }
}

/**
 * Queues the bets of some players, or those on events of a kind, and plays one
 * batch after the other.
 *
 * @param number the partition's row of `global_stats`.
 */
function openPartition(number: number, deps: EngineDeps) {
  const { answers, bankroll, snapshots, ledger, nowMs, log } = deps
  const commit = batchCommits(number, deps)
  const queue = new TurnQueue<PendingBet>()
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
      for (const bet of queue.placedBefore(nowMs() - TIMEOUT_MS))
        bet.refuse(new Refusal(timeoutRefusal(bet)))
      const pauseMs = isHealthy
        ? startedAtMs + BATCH_EVERY_MS - nowMs()
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
    await snapshots.load(new Set(batch.map(({ userId }) => userId)))
    await bankroll.load(() => ledger.totals())
    // Snapshots are read before: if a nonce moved on and the bet is missing, it
    // never was committed; otherwise the same nonce guards the next attempt.
    await answers.answerCommitted(
      batch.filter(({ isUnconfirmed }) => isUnconfirmed),
    )
    const open = batch.filter(({ isOpen }) => isOpen)
    const players = Map.groupBy(open, ({ userId }) => userId)
    const decisions = Array.from(players, ([userId, bets]) =>
      decide(userId, bets),
    )
    const playerBatches = decisions.flatMap(
      ({ playerBatch }) => playerBatch ?? [],
    )
    let isHealthy = true
    for (const batches of togetherOf(playerBatches))
      isHealthy = (await commit(batches)) && isHealthy
    // All look-ups end before the next batch, which may commit the same bets.
    const refused = decisions.flatMap((decision) => decision.refused)
    const isEnded = await answers.refuseUnlessCommitted(refused)
    for (const { pending } of refused)
      if (pending.isOpen) snapshots.drop(pending.userId)
    return isHealthy && isEnded
  }

  /** Catches errors, so that one player's bets can't delay the others'. */
  function decide(userId: string, bets: readonly PendingBet[]): Decision {
    const snapshot = snapshots.get(userId)
    const [first] = bets
    if (!snapshot || !first) return refuseAll(bets, 'signed_out')
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

/** Returns the player batches of one queue as they are committed. */
function togetherOf(
  batches: readonly PlayerBatch[],
): readonly (readonly PlayerBatch[])[] {
  if (batches.length === 0) return []
  const { events } = kindOf(batches)
  return events === 'single' ? batches.map((batch) => [batch]) : [batches]
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
