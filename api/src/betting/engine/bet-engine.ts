import { assert } from '#core/assert.ts'
import { Refusal } from '#core/refusals.ts'
import {
  openPartition,
  type Partition,
  type PartitionDeps,
} from './bet-partition.ts'
import { type MoveAnswer, type MoveRequest, PlacedMove } from './placed-move.ts'

export type BetEngine = {
  /** Plays a bet. @returns the answer, once it is durable. */
  place(request: MoveRequest): Promise<MoveAnswer>
  /** Takes no more bets and resolves when the last one is answered. */
  close(): Promise<void>
}

/**
 * Decides bets in the process and keeps them in batches: see "A bet" in
 * docs/architecture.md. A player's bets always go through the same partition.
 *
 * @param partitionNumbers the rows of `global_stats` that are this process's own.
 */
export function openBetEngine(
  partitionNumbers: readonly number[],
  deps: PartitionDeps,
): BetEngine {
  const partitions = partitionNumbers.map((number) =>
    openPartition(number, deps),
  )
  const underWay = new Map<
    string,
    { text: string; answer: Promise<MoveAnswer> }
  >()
  let closing = false

  function partitionOf(userId: string): Partition {
    const spread = Number.parseInt(userId.slice(-8), 16)
    const partition = partitions[spread % partitions.length]
    assert(partition !== undefined, 'a process has a partition')
    return partition
  }

  function enqueue(asked: MoveRequest): Promise<MoveAnswer> {
    const placed = new PlacedMove(asked, deps.nowMs())
    partitionOf(asked.userId).add(placed)
    return placed.answered
  }

  /** The same key at the same time: all wait for one bet. */
  async function placeOnce(
    bet: MoveRequest,
    { id, text }: NonNullable<MoveRequest['request']>,
  ) {
    const first = underWay.get(id)
    if (first) {
      if (first.text === text) return first.answer
      throw new Refusal('key_reused')
    }
    const answer = enqueue(bet)
    underWay.set(id, { text, answer })
    try {
      return await answer
    } finally {
      underWay.delete(id)
    }
  }

  return {
    async place(bet) {
      if (closing) throw new Refusal('restarting')
      return bet.request ? placeOnce(bet, bet.request) : enqueue(bet)
    },
    async close() {
      closing = true
      await Promise.all(partitions.map((partition) => partition.idle()))
    },
  }
}
