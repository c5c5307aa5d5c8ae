import type { PlacedMove } from './placed-move.ts'

/**
 * The moves that wait for the batches of one partition, each until it is
 * answered or refused. Players take turns, so that nobody waits longer for
 * how many moves another player has sent; one player's moves keep their order.
 *
 * No call takes longer for how many moves wait: what a flood costs is the
 * moves that batches take of it.
 */
export class MoveQueue {
  /** In the order of their turns; of each the moves in their order. */
  readonly #players = new Map<string, Set<PlacedMove>>()
  /** All moves, the oldest first. */
  readonly #moves = new Set<PlacedMove>()

  get size(): number {
    return this.#moves.size
  }

  sizeOf(userId: string): number {
    return this.#players.get(userId)?.size ?? 0
  }

  add(move: PlacedMove): void {
    const { userId } = move
    const own = this.#players.get(userId) ?? new Set()
    this.#players.set(userId, own.add(move))
    this.#moves.add(move)
    move.onClosed(() => this.#remove(move))
  }

  /**
   * The first move of each player, then the second of each whose moves may
   * share a batch, and so on until it is full. They stay in the queue.
   */
  nextBatch(sizeMax: number): PlacedMove[] {
    const batch: PlacedMove[] = []
    const turns = this.#nextPlayers(sizeMax).map(sharedMoves)
    for (const turn of turns) {
      const { value: move } = turn.next()
      if (!move) continue
      batch.push(move)
      if (batch.length === sizeMax) break
      // The next of this player comes behind those of the others.
      turns.push(turn)
    }
    return batch
  }

  /** Those placed before a time, the oldest first. */
  placedBefore(timeMs: number): PlacedMove[] {
    const moves: PlacedMove[] = []
    for (const move of this.#moves) {
      if (move.placedAtMs >= timeMs) break
      moves.push(move)
    }
    return moves
  }

  /** Whose turn it is; it comes again when all others have had theirs. */
  #nextPlayers(countMax: number): Set<PlacedMove>[] {
    const next: [string, Set<PlacedMove>][] = []
    for (const player of this.#players) {
      if (next.push(player) === countMax) break
    }
    for (const [userId, own] of next) {
      this.#players.delete(userId)
      this.#players.set(userId, own)
    }
    return next.map(([, own]) => own)
  }

  #remove(move: PlacedMove): void {
    this.#moves.delete(move)
    const own = this.#players.get(move.userId)
    own?.delete(move)
    if (own?.size === 0) this.#players.delete(move.userId)
  }
}

/** A player's first moves that one batch can take, one by one. */
function* sharedMoves(own: Iterable<PlacedMove>): Generator<PlacedMove, void> {
  let isFirst = true
  for (const move of own) {
    if (move.alone && !isFirst) return
    yield move
    if (move.alone) return
    isFirst = false
  }
}
