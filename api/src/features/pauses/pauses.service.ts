import { isDeepStrictEqual } from 'node:util'
import { OTHER_BETS } from '#core/api/history.ts'
import type { GamePause } from '#core/api/stats.ts'
import { DEPOSITS } from '#core/deposits/deposits-pause.ts'
import { DomainError } from '#core/errors.ts'
import { RESTORE } from '#core/fairness/restore.ts'
import { currentGames } from '#core/games/registry.ts'
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

  /** Why no round of a game is to be started now; nothing when one can be. */
  refusal(gameType: string): DomainError | undefined {
    return (
      this.stepRefusal(gameType) ??
      refusalOf(gameType, this.#reasons.get(gameType))
    )
  }

  /**
   * Returns the refusal for a step of an open round; undefined if steps are
   * allowed.
   */
  stepRefusal(gameType: string): DomainError | undefined {
    if (gameType === DEPOSITS) return undefined
    return refusalOf(gameType, this.#reasons.get(RESTORE))
  }
}

function refusalOf(
  gameType: string,
  reason: string | null | undefined,
): DomainError | undefined {
  if (reason === undefined) return undefined
  const why = reason ? `: ${reason}` : ' for now.'
  const message = `${gameType} is paused${why}`
  return new DomainError('paused', message, { gameType, reason })
}
