import { assert, DomainError } from '#core/errors.ts'
import { keyReused } from '../ledger/ledger.service.ts'
import { type Lane, type LaneDeps, openLane } from './lane.ts'
import { type MoveAnswer, type MoveRequest, PlacedMove } from './placed-move.ts'

export type BetEngine = {
  /** Plays a bet. @returns the answer, once it is durable. */
  place(request: MoveRequest): Promise<MoveAnswer>
  /** Takes no more bets and resolves when the last one is answered. */
  close(): Promise<void>
}

/**
 * Decides bets in the process and keeps them in batches: see "A bet" in
 * docs/architecture.md. A player's bets always go through the same lane.
 *
 * @param laneNumbers the rows of `global_stats` that are this process's own.
 */
export function openBetEngine(
  laneNumbers: readonly number[],
  deps: LaneDeps,
): BetEngine {
  const lanes = laneNumbers.map((number) => openLane(number, deps))
  const underWay = new Map<
    string,
    { text: string; answer: Promise<MoveAnswer> }
  >()
  let closing = false

  function laneOf(userId: string): Lane {
    const spread = Number.parseInt(userId.slice(-8), 16)
    const lane = lanes[spread % lanes.length]
    assert(lane !== undefined, 'a process has a lane')
    return lane
  }

  function enqueue(asked: MoveRequest): Promise<MoveAnswer> {
    const placed = new PlacedMove(asked, deps.nowMs())
    laneOf(asked.userId).add(placed)
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
      throw keyReused()
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
      if (closing) throw new DomainError('unavailable', CLOSING)
      return bet.request ? placeOnce(bet, bet.request) : enqueue(bet)
    },
    async close() {
      closing = true
      await Promise.all(lanes.map((lane) => lane.idle()))
    },
  }
}

const CLOSING = 'The house is restarting. Nothing was taken; try again soon.'
