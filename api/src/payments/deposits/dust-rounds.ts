import { NO_ID } from '../../platform/ids.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'

/** Few, so that what is worth coins never waits long for them. */
const ROWS_AT_ONCE = 100

/**
 * Goes over the payments that are worth nothing, a page at a time, in rounds
 * that may take longer than a block: a transaction can hold thousands of them.
 */
export class DustRounds {
  readonly #store: DepositsStore
  readonly #instanceId: number
  /** How far this round has come; undefined between rounds. */
  #round: { all: boolean; after: string } | undefined
  #next: { all: boolean } | undefined

  constructor(store: DepositsStore, instanceId: number) {
    this.#store = store
    this.#instanceId = instanceId
  }

  /** Has a whole round follow. @param all also what left the chain long ago. */
  request({ all }: { all: boolean }): void {
    this.#next = { all: all || this.#next?.all === true }
  }

  /** The next page; undefined when all rounds are over. */
  async page(): Promise<readonly DepositRow[] | undefined> {
    if (!(this.#round || this.#next)) return undefined
    const round = this.#round ?? { all: this.#next?.all === true, after: NO_ID }
    if (!this.#round) this.#next = undefined
    const rows = await this.#store.worthNothing(this.#instanceId, {
      ...round,
      limit: ROWS_AT_ONCE,
    })
    const last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
    this.#round = last && { ...round, after: last.id }
    return rows
  }
}
