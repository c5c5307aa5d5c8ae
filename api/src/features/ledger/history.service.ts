import type { Transaction as Movement } from '#core/schemas/transaction.ts'
import type { TransactionsQuery } from '#core/schemas/transactions-query.ts'
import type { HistoryStore } from './history.store.ts'

/** What players are told of their movements. */
export class HistoryService {
  readonly #store: HistoryStore

  constructor(store: HistoryStore) {
    this.#store = store
  }

  page(userId: string, query: TransactionsQuery): Promise<Movement[]> {
    return this.#store.page(userId, query)
  }

  /**
   * Notes what stretches of long histories hold, portion by portion until none
   * is left. Pages are the same before and after, but slower before.
   */
  async noteStretches(signal: AbortSignal): Promise<void> {
    for (const userId of await this.#store.manyUnnoted()) {
      while (!signal.aborted && (await this.#store.note(userId)));
    }
  }
}
