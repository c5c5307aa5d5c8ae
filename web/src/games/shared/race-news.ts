import type { RacePush } from '#core/api/races.ts'

/** A message about races, with its arrival on this page's monotonic clock. */
export type HeardRaceNews = { message: RacePush; atMs: number }

type Listener = (heard: HeardRaceNews) => void

/**
 * Stores messages about races for listeners that come later: the API sends the
 * state of a race only once, after connecting.
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

  /** Sends the stored messages first. @returns stops listening. */
  listen(listener: Listener): () => void {
    for (const heard of this.#kept) listener(heard)
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
