import type { Address } from 'viem'
import {
  CONFIRMATIONS_NEEDED,
  confirmationsOf,
} from '#core/deposits/confirmations.ts'
import { answersTo } from '../../platform/batches.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Guard } from '../../platform/db/lease.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { DepositSettler } from './credit/deposit-settler.ts'
import type { DepositsService } from './credit/deposits.service.ts'
import { openRetries, openWorthlessDeposits } from './deposit-queues.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'
import type { IndexedTransfersStore } from './ingest/indexed-transfers.store.ts'
import type { BlockPlace } from './verify/mined-transactions.ts'
import type { PaymentChecker } from './verify/payment-check.ts'

/** Blocks before the indexer's last head that are read again each tick. */
const RECENT_BLOCKS = 500
/** Maximum age of the head while no deposit changes. */
const IDLE_HEAD_MS = 2_500
/** Time after a change in which each tick requests the head. */
const BUSY_MS = 30_000
/** Interval of full scans. */
const SCAN_EVERY_MS = 60_000
/** New deposits, and again as many worth coins, that one tick handles. */
const ROWS_PER_TICK = 500
/** Time limits per tick, so that new transfers and blocks are never late. */
const COINS_MS = 400
const WORTHLESS_MS = 200

type Work = { head: number; stop: AbortSignal }

export type DepositWatcher = ReturnType<typeof openDepositWatcher>

/**
 * Opens the watcher that follows deposits from the indexer's row to the sixth
 * confirmation, verified on our own nodes. Deposits worth coins go first, and
 * ticks are short: anyone can make thousands of payments in one transaction.
 */
export function openDepositWatcher({
  chain,
  checker,
  deposits,
  metrics,
  ownersOf,
  settler,
  site,
  store,
  transfers,
}: {
  chain: Chain
  checker: PaymentChecker
  deposits: DepositsService
  metrics: Pick<Metrics, 'depositsUnsettled'>
  ownersOf(wallets: readonly Address[]): Promise<Map<string, string>>
  settler: DepositSettler
  site: DepositChain
  store: DepositsStore
  transfers: IndexedTransfersStore
}) {
  const worthless = openWorthlessDeposits(store, site.instanceId)
  const retries = openRetries()
  /** Head at which all deposits were followed. */
  let followedHead: number | undefined
  let indexedTo = 0
  let isRequested = false
  let scannedMs = Number.NEGATIVE_INFINITY
  let changedMs = Number.NEGATIVE_INFINITY

  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    const nowMs = performance.now()
    const isScan = nowMs - scannedMs >= SCAN_EVERY_MS
    const isBusy = isRequested || nowMs - changedMs < BUSY_MS
    const known = await readHead(isBusy ? 0 : IDLE_HEAD_MS)
    const news = await recordIndexed(term, { head: known, isScan })
    if (news.any) changedMs = nowMs
    const head = news.any && !isBusy ? await readHead(0) : known
    if (isScan || news.any || isRequested || head !== followedHead) {
      await followAll(term, signal, { head, isScan, moved: news.moved })
    }
    await followWorthless(term, { head, stop: within(WORTHLESS_MS, signal) })
    await followAndTrack(term, retries.due(), { head, stop: signal })
    metrics.depositsUnsettled.set(retries.count())
  }

  async function followAll(
    term: Guard,
    signal: AbortSignal,
    { head, isScan, moved }: { head: number; isScan: boolean; moved: boolean },
  ): Promise<void> {
    // Unset first, so that an interrupted tick continues without a new block.
    followedHead = undefined
    isRequested = false
    const all = isScan || moved
    if (isScan) retries.clear()
    const stop = within(COINS_MS, signal)
    const limit = ROWS_PER_TICK
    const rows = await store.worthCoins(site.instanceId, { all, limit })
    await followAndTrack(term, withoutRetries(rows), { head, stop })
    worthless.request({ all })
    if (isScan) scannedMs = performance.now()
    if (!stop.aborted) followedHead = head
  }

  async function readHead(maxAgeMs: number): Promise<number> {
    return Number(await chain.head(maxAgeMs))
  }

  /** Has the next tick follow all deposits, even without a new block. */
  function request(): void {
    isRequested = true
  }

  /**
   * Records transfers from some blocks before the indexer's head of the last
   * complete read: many blocks may be mined at once, and a new indexer
   * publishes all its rows at once.
   */
  async function recordIndexed(
    term: Guard,
    { head, isScan }: { head: number; isScan: boolean },
  ): Promise<{ any: boolean; moved: boolean }> {
    const indexerHead = await transfers.head()
    const recent = Math.min(indexedTo, head) - RECENT_BLOCKS
    const since = isScan ? 0 : Math.max(recent, 0)
    const changes = await transfers.changesSince(since)
    const moved = changes.some(({ hasMoved }) => hasMoved)
    const paid = changes.filter(({ hasNew }) => hasNew)
    const owners = await ownersOf(paid.map(({ wallet }) => wallet))
    const limit = ROWS_PER_TICK
    const unknown = await transfers.newTo([...owners.keys()], { since, limit })
    const hasNew = await deposits.record(term, unknown, { head, owners })
    if (unknown.length < limit) indexedTo = indexerHead?.blockNumber ?? 0
    return { any: hasNew || moved, moved }
  }

  function withoutRetries(rows: readonly DepositRow[]): DepositRow[] {
    return rows.filter((row) => !retries.has(row))
  }

  async function followAndTrack(
    term: Guard,
    rows: readonly DepositRow[],
    work: Work,
  ): Promise<void> {
    if (rows.length === 0) return
    retries.record(rows, await follow(term, rows, work))
  }

  async function followWorthless(term: Guard, work: Work): Promise<void> {
    while (!work.stop.aborted) {
      const rows = await worthless.page()
      if (!rows) break
      await followAndTrack(term, withoutRetries(rows), work)
    }
    // The interrupted page may be incomplete.
    if (work.stop.aborted) worthless.request({ all: false })
  }

  /**
   * Updates blocks and confirmations of deposits, and settles the final ones.
   *
   * @returns those that failed.
   */
  async function follow(
    term: Guard,
    rows: readonly DepositRow[],
    { head, stop }: Work,
  ): Promise<DepositRow[]> {
    const places = await placesOf(rows)
    const placed = places.map(([row, place]) => placedAt(row, place, head))
    const changes = placed.filter(({ row, change }) => isChange(row, change))
    if (changes.length > 0) changedMs = performance.now()
    await deposits.advance(term, changes)
    const confirmed = placed
      .map(({ row, change }) => ({ ...row, ...change }))
      .filter(({ confirmations }) => confirmations === CONFIRMATIONS_NEEDED)
    const known = new Set(placed.map(({ row }) => row))
    const failed = rows.filter((row) => !known.has(row))
    return [...failed, ...(await settler.settle(term, confirmed, stop))]
  }

  /**
   * Reads each block once, and each transaction that isn't proven to be in its
   * block. Deposits for which all nodes fail are left out.
   */
  async function placesOf(rows: readonly DepositRow[]) {
    const blocks = new Set(rows.map(({ blockNumber }) => blockNumber))
    const hashes = await answersTo([...blocks], (blockNumber) =>
      chain.hashAt(BigInt(blockNumber)),
    )
    const isIncluded = (row: DepositRow) =>
      hashes.get(row.blockNumber) === row.blockHash && isVerified(row)
    const dropped = rows.flatMap((row) =>
      isIncluded(row) ? [] : (row.txHash ?? []),
    )
    const places = await answersTo([...new Set(dropped)], (hash) =>
      chain.nodes.ask((node) => checker.placeOf(node, hash)).catch(() => null),
    )
    const placeOf = (row: DepositRow) => {
      if (isIncluded(row)) return row
      return row.txHash === null ? undefined : places.get(row.txHash)
    }
    return rows.flatMap((row) => {
      const place = placeOf(row)
      return place === null ? [] : [[row, place] as const]
    })
  }

  return { tick, request, follow }
}

/** Keeps the last block of a dropped payment, with no confirmations. */
function placedAt(row: DepositRow, at: BlockPlace | undefined, head: number) {
  const { blockNumber, blockHash } = at ?? row
  const confirmations = at ? confirmationsOf(blockNumber, head) : 0
  return { row, change: { blockNumber, blockHash, confirmations } }
}

/**
 * False for payments whose transaction has to be read: those that still wait
 * with all confirmations, and those that weren't found before. The indexer may
 * have invented them.
 */
function isVerified({ confirmations, txHash }: DepositRow): boolean {
  if (txHash === null) return true
  return confirmations > 0 && confirmations < CONFIRMATIONS_NEEDED
}

function isChange(
  row: DepositRow,
  change: Pick<DepositRow, 'blockHash' | 'confirmations'>,
): boolean {
  return (
    change.blockHash !== row.blockHash ||
    change.confirmations !== row.confirmations
  )
}

function within(ms: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}
