export type Turn = {
  userId: string
  /** Monotonic milliseconds. */
  placedAtMs: number
  /** True if it shares no batch with other requests of its player. */
  alone: boolean
  /** Sets a listener for its answer or refusal. */
  onClosed(listener: () => void): void
}

/**
 * Queues requests until they are answered or refused. Players take turns, so
 * that none waits for another's volume; each player's requests keep their order.
 *
 * The time of each call is independent of the queue's length.
 */
export class TurnQueue<T extends Turn> {
  /** Players in the order of their turns, with their requests in order. */
  readonly #players = new Map<string, Set<T>>()
  /** All requests, oldest first. */
  readonly #turns = new Set<T>()

  get size(): number {
    return this.#turns.size
  }

  getSize(userId: string): number {
    return this.#players.get(userId)?.size ?? 0
  }

  add(turn: T): void {
    const { userId } = turn
    const own = this.#players.get(userId) ?? new Set()
    this.#players.set(userId, own.add(turn))
    this.#turns.add(turn)
    turn.onClosed(() => this.#remove(turn))
  }

  /** Returns requests, the first of each player before the second of any. */
  nextBatch(sizeMax: number): T[] {
    const batch: T[] = []
    const players = this.#nextPlayers(sizeMax).map((own) => sharedTurns(own))
    for (const player of players) {
      const { value: turn } = player.next()
      if (!turn) continue
      batch.push(turn)
      if (batch.length === sizeMax) break
      // The player's next request comes after those of the others.
      players.push(player)
    }
    return batch
  }

  nextUserIds(countMax: number): string[] {
    return getFirst(this.#players.keys(), countMax)
  }

  placedBefore(timeMs: number): T[] {
    const turns: T[] = []
    for (const turn of this.#turns) {
      if (turn.placedAtMs >= timeMs) break
      turns.push(turn)
    }
    return turns
  }

  #nextPlayers(countMax: number): Set<T>[] {
    const next = getFirst(this.#players, countMax)
    for (const [userId, own] of next) {
      this.#players.delete(userId)
      this.#players.set(userId, own)
    }
    return next.map(([, own]) => own)
  }

  #remove(turn: T): void {
    this.#turns.delete(turn)
    const own = this.#players.get(turn.userId)
    own?.delete(turn)
    if (own?.size === 0) this.#players.delete(turn.userId)
  }
}

/** Yields the requests of a player that one batch can take. */
function* sharedTurns<T extends Turn>(own: Iterable<T>): Generator<T, void> {
  let isFirst = true
  for (const turn of own) {
    if (turn.alone && !isFirst) return
    yield turn
    if (turn.alone) return
    isFirst = false
  }
}

function getFirst<T>(all: Iterable<T>, countMax: number): T[] {
  const first: T[] = []
  for (const one of all) if (first.push(one) === countMax) break
  return first
}
