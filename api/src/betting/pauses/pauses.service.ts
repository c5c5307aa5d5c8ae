import { isDeepStrictEqual } from 'node:util'
import { OTHER_BETS } from '#core/api/history.ts'
import type { GamePause } from '#core/api/stats.ts'
import { currentGames } from '#core/games/registry.ts'
import { DEPOSITS, RESTORE } from '#core/pauses.ts'
import { Refusal } from '#core/refusals.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PausesStore } from './pauses.store.ts'

/** Games that a restore pauses. Deposits are still credited. */
const ALL_BETS = [
  ...currentGames.map(({ gameType }) => gameType),
  ...OTHER_BETS,
]

/** Which games are paused, as this process last read it. */
export class PausesService {
  readonly #store: PausesStore
  readonly #onChange: (paused: GamePause[]) => void
  #reasons = new Map<string, string | null>()

  constructor(
    store: PausesStore,
    onChange: (paused: GamePause[]) => void = () => undefined,
  ) {
    this.#store = store
    this.#onChange = onChange
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
    const reasons = new Map(rows.map((row) => [row.gameType, row.reason]))
    const isChanged = !isDeepStrictEqual(reasons, this.#reasons)
    this.#reasons = reasons
    if (isChanged) this.#onChange(this.current())
  }

  /** Lists paused games; after a restore, all of them. */
  current(): GamePause[] {
    const restore = this.#reasons.get(RESTORE)
    const reasons = new Map(this.#reasons)
    if (reasons.delete(RESTORE)) {
      for (const game of ALL_BETS) reasons.set(game, restore ?? null)
    }
    return Array.from(reasons, ([gameType, reason]) => ({ gameType, reason }))
  }

  /** True when the database is older than data already published. */
  get isRestored(): boolean {
    return this.#reasons.has(RESTORE)
  }

  isPaused(gameType: string): boolean {
    const isBet = gameType !== DEPOSITS
    return this.#reasons.has(gameType) || (isBet && this.isRestored)
  }

  /** Refuses to start a round of a game that is paused. @throws paused */
  requireStart(gameType: string): void {
    this.requireStep(gameType)
    this.#requireNo(gameType, gameType)
  }

  /** Refuses a step of an open round only after a restore. @throws paused */
  requireStep(gameType: string): void {
    this.#requireNo(RESTORE, gameType)
  }

  #requireNo(pause: string, gameType: string): void {
    const reason = this.#reasons.get(pause)
    if (reason !== undefined) throw new Refusal('paused', { gameType, reason })
  }
}
