import { DomainError } from '#core/errors.ts'
import type { GamePause } from '#core/schemas/stats.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PausesStore } from './pauses.store.ts'

/** Which games are paused, as this process last read it. */
export class PausesService {
  readonly #store: PausesStore
  #reasons = new Map<string, string | null>()

  constructor(store: PausesStore) {
    this.#store = store
  }

  /** Every process follows within a second. */
  pause(
    gameType: string,
    reason: string | null,
    tx?: Transaction,
  ): Promise<void> {
    return this.#store.add(gameType, reason, tx)
  }

  /** @returns false when the game was not paused. */
  resume(gameType: string, tx?: Transaction): Promise<boolean> {
    return this.#store.remove(gameType, tx)
  }

  /** A game's pause as it is stored now. */
  async stored(
    gameType: string,
    tx: Transaction,
  ): Promise<GamePause | undefined> {
    const row = await this.#store.find(gameType, tx)
    return row && { gameType, reason: row.reason }
  }

  async follow(): Promise<void> {
    const rows = await this.#store.findAll()
    this.#reasons = new Map(rows.map((row) => [row.gameType, row.reason]))
  }

  /** The games that are paused now. */
  current(): GamePause[] {
    return Array.from(this.#reasons, ([gameType, reason]) => ({
      gameType,
      reason,
    }))
  }

  /** Why no round of a game is to be started now; nothing when one can be. */
  refusal(gameType: string): DomainError | undefined {
    const reason = this.#reasons.get(gameType)
    if (reason === undefined) return undefined
    const why = reason ? `: ${reason}` : ' for now.'
    const message = `${gameType} is paused${why}`
    return new DomainError('paused', message, { gameType, reason })
  }
}
