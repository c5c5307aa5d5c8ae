import type { RacePush } from '#core/api/races.ts'

/** A message about races, and when it came by this page's monotonic clock. */
export type HeardRaceNews = { message: RacePush; atMs: number }

type Listener = (heard: HeardRaceNews) => void

/**
 * Messages about races, kept for listeners that come after the socket: the
 * API tells how a race stands only once, to whoever connects.
 */
export class RaceNews {
  readonly #listeners = new Set<Listener>()
  #kept: HeardRaceNews[] = []

  tell(heard: HeardRaceNews): void {
    const { type } = heard.message
    const isFromStart = type === 'raceState' || type === 'nextRace'
    this.#kept = isFromStart ? [heard] : [...this.#kept, heard]
    for (const hear of this.#listeners) hear(heard)
  }

  /** Tells first what is known already. @returns stops listening. */
  listen(listener: Listener): () => void {
    for (const heard of this.#kept) listener(heard)
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
