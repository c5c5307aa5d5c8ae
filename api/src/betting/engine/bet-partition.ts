import { setTimeout } from 'node:timers/promises'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import type { PlacedMove } from './placed-move.ts'
import {
  type Decision,
  decidePlayerBatch,
  type Refused,
} from './player-batch.ts'
import { type KeeperDeps, playerBatchKeeper } from './player-batch-keeper.ts'
import type { PlayerSnapshot } from './player-snapshots.ts'
import { TurnQueue } from './turn-queue.ts'

const BATCH_SIZE_MAX = 128
const WAITING_MAX = 5_000
/**
 * As many as one batch takes: a player who has more of them waiting is not
 * served sooner. Twice what the 64 connections of `bets_one_player` can have
 * on their way, so no sensible client meets it.
 */
const WAITING_OF_PLAYER_MAX = BATCH_SIZE_MAX
const TIMEOUT_MS = 8_000
/**
 * Half of a batch's cost to the database is the same for one bet and for sixty.
 * Under load bets wait this long for company; one that finds the partition idle
 * does not wait.
 */
const BATCH_EVERY_MS = 2
/** Between tries while the database is away. */
const AWAY_MS = 100

export type PartitionDeps = KeeperDeps & {
  ledger: Pick<LedgerService, 'totals'>
}

/** A queue of bets that are decided and kept batch by batch, one at a time. */
export type Partition = {
  add(placed: PlacedMove): void
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>
}

/** @param number the row of `global_stats` that is this partition's own. */
export function openPartition(number: number, deps: PartitionDeps): Partition {
  const { bankroll, snapshots, ledger, earlier, nowMs, log } = deps
  const keeper = playerBatchKeeper(number, deps)
  const queue = new TurnQueue<PlacedMove>()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    // Bets that arrived in the same turn of the event loop share a batch.
    await new Promise(setImmediate)
    while (queue.size > 0) {
      const batch = queue.nextBatch(BATCH_SIZE_MAX)
      const startedAtMs = nowMs()
      const isHealthy = await step(batch).catch((error: unknown) => {
        log.warn({ error }, 'bet_batch.failed')
        return false
      })
      refuseTimedOut()
      const pauseMs = isHealthy
        ? startedAtMs + BATCH_EVERY_MS - nowMs()
        : AWAY_MS
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
    working = undefined
  }

  function refuseTimedOut(): void {
    const timedOut = queue.placedBefore(nowMs() - TIMEOUT_MS)
    for (const move of timedOut) move.refuse(new Refusal(unsettled(move)))
  }

  /**
   * Decides what can be decided of a batch and keeps it; moves it leaves open
   * come again. @returns false when the next try has to wait a while.
   */
  async function step(batch: readonly PlacedMove[]): Promise<boolean> {
    await snapshots.load(new Set(batch.map(({ userId }) => userId)))
    await bankroll.load(() => ledger.totals())
    await earlier.tellDoubted(batch)
    const decisions = decide(batch.filter(isOpen))
    const playerBatches = decisions.flatMap(
      ({ playerBatch }) => playerBatch ?? [],
    )
    const isHealthy =
      playerBatches.length === 0 || (await keeper.keep(playerBatches))
    for (const { stale, refused } of decisions) {
      if (stale) snapshots.drop(stale)
      await Promise.all(
        refused.map((one) => refuseUnlessAnswered(earlier, one)),
      )
    }
    const inDoubt = decisions.flatMap(({ refused }) => refused).filter(waits)
    for (const { placed } of inDoubt) snapshots.drop(placed.userId)
    return isHealthy && inDoubt.length === 0
  }

  function decide(bets: readonly PlacedMove[]): Decision[] {
    const players = Map.groupBy(bets, ({ userId }) => userId)
    return [...players].map(([userId, own]) => {
      const snapshot = snapshots.get(userId)
      return snapshot ? decided(snapshot, own) : refuseAll(own, 'signed_out')
    })
  }

  /** What breaks over one player's moves is not to keep others waiting. */
  function decided(
    snapshot: PlayerSnapshot,
    own: readonly PlacedMove[],
  ): Decision {
    try {
      return decidePlayerBatch(deps, snapshot, own)
    } catch (error) {
      log.error(
        { error, userId: snapshot.userId },
        'player_batch.decision_failed',
      )
      return refuseAll(own, 'unavailable')
    }
  }

  return {
    add(placed) {
      const waiting = queue.sizeOf(placed.userId)
      if (waiting >= WAITING_OF_PLAYER_MAX) {
        return placed.refuse(new Refusal('bets_waiting', { retryAfter: 1 }))
      }
      if (queue.size >= WAITING_MAX)
        return placed.refuse(new Refusal('too_busy'))
      queue.add(placed)
      working ??= work()
    },
    idle: async () => working,
  }
}

/**
 * A bet with a key may be one that was answered before. One that is in doubt
 * may yet be kept: it waits until that is known, or for too long.
 */
async function refuseUnlessAnswered(
  earlier: EarlierAnswers,
  { placed, error }: Refused,
): Promise<void> {
  await earlier.tellRepetition(placed)
  if (placed.unconfirmed.length === 0) placed.refuse(error)
}

/** A bet that no commit was tried for was not taken; of others nobody knows. */
function unsettled({ unconfirmed, isRepeatable }: PlacedMove) {
  if (unconfirmed.length === 0) return 'bet_not_taken'
  return isRepeatable ? 'bet_unsettled' : 'bet_unknown'
}

function refuseAll(
  own: readonly PlacedMove[],
  name: 'signed_out' | 'unavailable',
): Decision {
  const error = new Refusal(name)
  return { refused: own.map((placed) => ({ placed, error })) }
}

function waits({ placed }: Refused): boolean {
  return isOpen(placed)
}

function isOpen(placed: PlacedMove): boolean {
  return placed.isOpen
}
