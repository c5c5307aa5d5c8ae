import type { RacePush } from '#core/api/races.ts'

/** A message about races, with its arrival on this page's monotonic clock. */
export type ReceivedRaceMessage = { message: RacePush; atMs: number }

type Listener = (received: ReceivedRaceMessage) => void

/**
 * Replays the current race's messages to late subscribers: the API sends the
 * state of a race only once, after connecting.
 */
export class RaceNews {
  readonly #listeners = new Set<Listener>()
  #stored: ReceivedRaceMessage[] = []

  publish(received: ReceivedRaceMessage): void {
    const { type } = received.message
    const isFromStart = type === 'raceState' || type === 'nextRace'
    this.#stored = isFromStart ? [received] : [...this.#stored, received]
    for (const listener of this.#listeners) listener(received)
  }

  /** Calls the listener with the stored messages first. @returns an unsubscribe function. */
  listen(listener: Listener): () => void {
    for (const received of this.#stored) listener(received)
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
