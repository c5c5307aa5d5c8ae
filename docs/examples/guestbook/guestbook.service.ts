import type { Clock } from '../../../api/src/platform/clock.ts'
import type { GuestbookStore } from './guestbook.store.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000

/** Lines that players leave for the next ones. */
export class GuestbookService {
  readonly #store: GuestbookStore
  readonly #clock: Clock

  constructor(deps: { store: GuestbookStore; clock: Clock }) {
    this.#store = deps.store
    this.#clock = deps.clock
  }

  async lines(): Promise<string[]> {
    return (await this.#store.latest()).map(({ line }) => line)
  }

  write(userId: string, line: string): Promise<void> {
    return this.#store.write(userId, line)
  }

  /** Drops lines that were written a month ago. */
  forget(): Promise<void> {
    const now = this.#clock().getTime()
    return this.#store.deleteBefore(new Date(now - KEPT_MS))
  }
}
