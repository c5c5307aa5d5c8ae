import { LRUCache } from 'lru-cache'
import { NO_ID } from '../../platform/ids.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'

/** Small pages, so that deposits worth coins never wait long for these. */
const PAGE_SIZE = 100
const RETRY_MS = 200
/** Longest delay of a deposit after the nodes answer again. */
const RETRY_MAX_MS = 2_000
const RETRIES_MAX = 10_000

type Round = { all: boolean; after: string }
type Retry = { row: DepositRow; times: number; dueMs: number }

/**
 * Pages through pending deposits worth no coins. One transaction can make
 * thousands of them, so a round may take longer than a block.
 */
export function openWorthlessDeposits(
  store: DepositsStore,
  instanceId: number,
) {
  let current: Round | undefined
  let next: { all: boolean } | undefined

  /** Requests a full round. @param all also deposits that were dropped long ago. */
  function request({ all }: { all: boolean }): void {
    next = { all: all || next?.all === true }
  }

  /** Reads the next page; undefined after the last round. */
  async function page(): Promise<readonly DepositRow[] | undefined> {
    if (!(current || next)) return undefined
    const round = current ?? { all: next?.all === true, after: NO_ID }
    if (!current) next = undefined
    const asked = { ...round, limit: PAGE_SIZE }
    const rows = await store.worthNothing(instanceId, asked)
    const last = rows.length < PAGE_SIZE ? undefined : rows.at(-1)
    current = last && { ...round, after: last.id }
    return rows
  }

  return { request, page }
}

/** Schedules retries of deposits that failed, each with its own back-off. */
export function openRetries(nowMs = () => performance.now()) {
  const retries = new LRUCache<string, Retry>({ max: RETRIES_MAX })

  function due(): DepositRow[] {
    const atMs = nowMs()
    return [...retries.values()].flatMap(({ row, dueMs }) =>
      dueMs <= atMs ? row : [],
    )
  }

  function record(
    attempted: readonly DepositRow[],
    failed: readonly DepositRow[],
  ): void {
    const ids = new Set(failed.map(({ id }) => id))
    for (const row of attempted) {
      const times = retries.get(row.id)?.times ?? 0
      const delayMs = Math.min(RETRY_MS * 2 ** times, RETRY_MAX_MS)
      const retry = { row, times: times + 1, dueMs: nowMs() + delayMs }
      if (ids.has(row.id)) retries.set(row.id, retry)
      else retries.delete(row.id)
    }
  }

  return {
    count: () => retries.size,
    clear: () => retries.clear(),
    has: ({ id }: DepositRow) => retries.has(id),
    due,
    record,
  }
}
