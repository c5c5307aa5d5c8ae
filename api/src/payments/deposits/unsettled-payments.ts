import { LRUCache } from 'lru-cache'
import type { DepositRow } from './deposits.store.ts'

const WAIT_MS = 200
/** The longest that a payment waits, once the nodes answer again. */
const WAIT_MAX_MS = 2_000
const KEPT = 10_000

type Failed = { row: DepositRow; times: number; againMs: number }

/** Payments that could not be settled: each waits by itself, longer and longer. */
export class UnsettledPayments {
  readonly #failed = new LRUCache<string, Failed>({ max: KEPT })
  readonly #nowMs: () => number

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
  }

  get count(): number {
    return this.#failed.size
  }

  /** Forgets them all: what waits still is looked at anew. */
  clear(): void {
    this.#failed.clear()
  }

  has({ id }: DepositRow): boolean {
    return this.#failed.has(id)
  }

  /** Those that have waited long enough. */
  due(): DepositRow[] {
    const nowMs = this.#nowMs()
    return [...this.#failed.values()].flatMap(({ row, againMs }) =>
      againMs <= nowMs ? row : [],
    )
  }

  /** Notes which of some that were tried have failed. */
  note(tried: readonly DepositRow[], failed: readonly DepositRow[]): void {
    const ids = new Set(failed.map(({ id }) => id))
    for (const row of tried) {
      const before = this.#failed.get(row.id)
      const times = before?.times ?? 0
      const waitMs = Math.min(WAIT_MS * 2 ** times, WAIT_MAX_MS)
      const again = { row, times: times + 1, againMs: this.#nowMs() + waitMs }
      if (ids.has(row.id)) this.#failed.set(row.id, again)
      else if (before) this.#failed.delete(row.id)
    }
  }
}
