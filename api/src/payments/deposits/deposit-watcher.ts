import {
  CONFIRMATIONS_NEEDED,
  countConfirmations,
} from '#core/deposits/confirmations.ts'
import { inChunks, mapInChunks } from '../../platform/batches.ts'
import type { Guard } from '../../platform/db/lease.ts'
import type { DepositSettler } from './credit/deposit-settler.ts'
import type { DepositsService } from './credit/deposits.service.ts'
import type { DepositParts } from './deposit-parts.ts'
import type { BlockPlace, DepositRow } from './deposits.store.ts'
import type { TransferRecorder } from './ingest/transfer-recorder.ts'

/** Blocks before the indexer's last head that are read again each tick. */
const RECENT_BLOCKS = 500
/** Maximum age of the head while no deposit changes. */
const IDLE_HEAD_MS = 2_500
/** Time after a change in which each tick requests the head. */
const BUSY_MS = 30_000
const SCAN_EVERY_MS = 60_000
const TRANSFERS_PER_TICK = 500
const DEPOSITS_PER_TICK = 200
/** Delay of a retry without a new block. */
const RETRY_MS = 1_000
/** Batch size of one settlement pass; larger ones starve later deposits. */
const BATCH_SIZE = 100
/** Time limit per tick, so that new transfers and blocks are never late. */
const SETTLE_MS = 400

type Work = { head: number; stop: AbortSignal }

export type DepositWatcher = ReturnType<typeof createDepositWatcher>

/**
 * Creates the watcher that takes deposits from the indexer's row to the credit.
 * Deposits worth coins go first, and ticks are short: anyone can make thousands
 * of payments in one transaction.
 */
export function createDepositWatcher({
  chain,
  checker,
  deposits,
  isPaused,
  metrics,
  recorder,
  settler,
  store,
  traces,
  transfers,
}: DepositParts & {
  deposits: DepositsService
  recorder: TransferRecorder
  settler: DepositSettler
}) {
  const unsettled = metrics.gauge(
    'deposits_unsettled',
    'Deposits whose last settlement failed, in the leading process',
  )
  /** Head at which all deposits were followed. */
  let followedHead: number | undefined
  let indexedTo = 0
  let isRequested = false
  let scannedMs = Number.NEGATIVE_INFINITY
  let changedMs = Number.NEGATIVE_INFINITY
  let retryAtMs = Number.POSITIVE_INFINITY

  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    const isScan = performance.now() - scannedMs >= SCAN_EVERY_MS
    const hasNews = await recordIndexed(term, isScan)
    if (hasNews) changedMs = performance.now()
    if (isScan || hasNews || performance.now() >= retryAtMs) request()
    const isBusy = isRequested || performance.now() - changedMs < BUSY_MS
    const head = Number(await chain.head(isBusy ? 0 : IDLE_HEAD_MS))
    if (!isRequested && head === followedHead) return
    // Unset first, so that an interrupted tick continues without a new block.
    followedHead = undefined
    isRequested = false
    const stop = AbortSignal.any([signal, AbortSignal.timeout(SETTLE_MS)])
    const rows = await store.listPending(DEPOSITS_PER_TICK, { all: isScan })
    const failed = await follow(term, rows, { head, stop })
    unsettled.set(failed.length)
    retryAtMs =
      failed.length > 0
        ? performance.now() + RETRY_MS
        : Number.POSITIVE_INFINITY
    if (isScan) scannedMs = performance.now()
    const isComplete = !stop.aborted && rows.length < DEPOSITS_PER_TICK
    if (isComplete) followedHead = head
  }

  /** Has the next tick follow all deposits, even without a new block. */
  function request(): void {
    isRequested = true
  }

  /**
   * Records transfers from some blocks before the indexer's head of the last
   * complete read: many blocks may be mined at once, and a new indexer
   * publishes all its rows at once.
   *
   * @returns true if any is new, or in another block than recorded.
   */
  async function recordIndexed(term: Guard, isScan: boolean): Promise<boolean> {
    const head = (await transfers.head())?.blockNumber ?? 0
    const recent = Math.min(indexedTo, head) - RECENT_BLOCKS
    const since = isScan ? 0 : Math.max(recent, 0)
    const { hasMoved, unrecorded } = await transfers.changesSince(
      since,
      TRANSFERS_PER_TICK,
    )
    const hasNew = await recorder.record(term, unrecorded, head)
    if (unrecorded.length < TRANSFERS_PER_TICK) indexedTo = head
    return hasNew || hasMoved
  }

  /**
   * Updates blocks and confirmations of deposits, and settles the final ones in
   * batches until `stop` aborts. At least one batch is settled, however slow the
   * nodes are.
   *
   * @returns those that failed.
   */
  async function follow(
    term: Guard,
    rows: readonly DepositRow[],
    { head, stop }: Work,
  ): Promise<DepositRow[]> {
    if (rows.length === 0) return []
    const placed = (await readPlaces(rows)).map(([row, place]) => ({
      row,
      // Keeps the last block of a dropped payment, with no confirmations.
      change: {
        blockNumber: (place ?? row).blockNumber,
        blockHash: (place ?? row).blockHash,
        confirmations: place ? countConfirmations(place.blockNumber, head) : 0,
      },
    }))
    const changes = placed.filter(
      ({ row, change }) =>
        change.blockHash !== row.blockHash ||
        change.confirmations !== row.confirmations,
    )
    if (changes.length > 0) changedMs = performance.now()
    await deposits.update(term, changes)
    traces?.endStep(
      'confirm',
      changes.map(({ row }) => row),
    )
    const known = new Set(placed.map(({ row }) => row))
    const failed = rows.filter((row) => !known.has(row))
    if (isPaused()) return failed
    const confirmed = placed
      .map(({ row, change }) => ({ ...row, ...change }))
      .filter(({ confirmations }) => confirmations === CONFIRMATIONS_NEEDED)
    for (const batch of inChunks(confirmed, BATCH_SIZE)) {
      failed.push(...(await settler.settle(term, batch)))
      if (stop.aborted) break
    }
    return failed
  }

  /**
   * Reads each block once, and each transaction that isn't proven to be in its
   * block. Deposits for which all nodes fail are left out.
   */
  async function readPlaces(
    rows: readonly DepositRow[],
  ): Promise<(readonly [DepositRow, BlockPlace | undefined])[]> {
    const blocks = new Set(rows.map(({ blockNumber }) => blockNumber))
    const hashes = await mapInChunks([...blocks], (blockNumber) =>
      chain.hashAt(BigInt(blockNumber)),
    )
    const isIncluded = (row: DepositRow) =>
      hashes.get(row.blockNumber) === row.blockHash && isVerified(row)
    const dropped = rows.flatMap((row) =>
      isIncluded(row) ? [] : (row.txHash ?? []),
    )
    const places = await mapInChunks([...new Set(dropped)], (hash) =>
      chain.nodes
        .query((node) => checker.findPlace(node, hash))
        .catch(() => null),
    )
    return rows.flatMap((row) => {
      if (isIncluded(row)) return [[row, row] as const]
      const place = row.txHash === null ? undefined : places.get(row.txHash)
      return place === null ? [] : [[row, place] as const]
    })
  }

  return { tick, request, follow }
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
