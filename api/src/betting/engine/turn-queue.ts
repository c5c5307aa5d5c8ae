/** Something that a player waits for. */
export type Turn = {
  userId: string
  /** Milliseconds of the monotonic clock. */
  placedAtMs: number
  /** It shares a batch with nothing else of its player. */
  alone: boolean
  /** Called once it is answered or refused. */
  onClosed(listener: () => void): void
}

/**
 * What waits for batches, each until it is answered or refused. Players take
 * turns, so that nobody waits longer for how much another player has sent;
 * what is one player's keeps its order.
 *
 * No call takes longer for how many wait: what a flood costs is what batches
 * take of it.
 */
export class TurnQueue<T extends Turn> {
  /** In the order of their turns; of each what waits, in its order. */
  readonly #players = new Map<string, Set<T>>()
  /** All of it, the oldest first. */
  readonly #turns = new Set<T>()

  get size(): number {
    return this.#turns.size
  }

  sizeOf(userId: string): number {
    return this.#players.get(userId)?.size ?? 0
  }

  add(turn: T): void {
    const { userId } = turn
    const own = this.#players.get(userId) ?? new Set()
    this.#players.set(userId, own.add(turn))
    this.#turns.add(turn)
    turn.onClosed(() => this.#remove(turn))
  }

  /**
   * The first of each player's, then the second of each whose may share a
   * batch, and so on until it is full. They stay in the queue.
   */
  nextBatch(sizeMax: number): T[] {
    const batch: T[] = []
    const players = this.#nextPlayers(sizeMax).map((own) => sharedTurns(own))
    for (const player of players) {
      const { value: turn } = player.next()
      if (!turn) continue
      batch.push(turn)
      if (batch.length === sizeMax) break
      // The next of this player comes behind those of the others.
      players.push(player)
    }
    return batch
  }

  /** Those placed before a time, the oldest first. */
  placedBefore(timeMs: number): T[] {
    const turns: T[] = []
    for (const turn of this.#turns) {
      if (turn.placedAtMs >= timeMs) break
      turns.push(turn)
    }
    return turns
  }

  /** Whose turn it is; it comes again when all others have had theirs. */
  #nextPlayers(countMax: number): Set<T>[] {
    const next: [string, Set<T>][] = []
    for (const player of this.#players) {
      if (next.push(player) === countMax) break
    }
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

/** What one batch can take of a player's, one by one. */
function* sharedTurns<T extends Turn>(own: Iterable<T>): Generator<T, void> {
  let isFirst = true
  for (const turn of own) {
    if (turn.alone && !isFirst) return
    yield turn
    if (turn.alone) return
    isFirst = false
  }
}
