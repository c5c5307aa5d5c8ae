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
import type { DepositSettler } from './deposit-settler.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'
import { DustRounds } from './dust-rounds.ts'
import type { IndexedTransfersStore } from './indexed-transfers.store.ts'
import type { BlockPlace } from './mined-transactions.ts'
import type { PaymentChecker } from './payment-check.ts'
import { UnsettledPayments } from './unsettled-payments.ts'

/** Blocks behind the indexer's head in which new transfers are looked for. */
const RECENT_BLOCKS = 500
/** Maximum age of the head while no payment changes. */
const IDLE_HEAD_MS = 2_500
/** Time after a change in which each tick requests the head. */
const BUSY_MS = 30_000
/** How often everything is looked at again. */
const SWEEP_EVERY_MS = 60_000
/** New payments, and again as many worth coins, that one tick takes up. */
const ROWS_A_TICK = 500
/** When they are over no more is begun: new transfers and blocks go first. */
const COINS_MS = 400
const DUST_MS = 200

type WatcherDeps = {
  chain: Chain
  checker: PaymentChecker
  site: DepositChain
  transfers: IndexedTransfersStore
  store: DepositsStore
  deposits: DepositsService
  settler: DepositSettler
  metrics: Pick<Metrics, 'depositsUnsettled'>
  ownersOf(wallets: readonly Address[]): Promise<Map<string, string>>
}

type Work = { head: number; stop: AbortSignal }

/**
 * Follows each payment from its row in the indexer to the sixth confirmation.
 * Where it is and whether it is real is asked of the API's own node.
 * What is worth coins goes first, and no tick takes long: anybody can make
 * thousands of payments in one transaction.
 */
export class DepositWatcher {
  readonly #deps: WatcherDeps
  readonly #dust: DustRounds
  readonly #unsettled = new UnsettledPayments()
  #head: number | undefined
  #indexedTo = 0
  #hasNews = false
  #sweptMs = Number.NEGATIVE_INFINITY
  #changedMs = Number.NEGATIVE_INFINITY

  constructor(deps: WatcherDeps) {
    this.#deps = deps
    this.#dust = new DustRounds(deps.store, deps.site.instanceId)
  }

  /** What fails of a payment slows that payment alone. */
  async tick(term: Guard, signal: AbortSignal): Promise<void> {
    const nowMs = performance.now()
    const isSweep = nowMs - this.#sweptMs >= SWEEP_EVERY_MS
    const isBusy = this.#hasNews || nowMs - this.#changedMs < BUSY_MS
    const known = await this.#headWithin(isBusy ? 0 : IDLE_HEAD_MS)
    const news = await this.#takeRecent(term, { head: known, isSweep })
    if (news.any) this.#changedMs = nowMs
    const head = news.any && !isBusy ? await this.#headWithin(0) : known
    const isNew = isSweep || news.any || this.#hasNews
    if (isNew || head !== this.#head) {
      // What is cut off is gone on with, though no block comes.
      this.#head = undefined
      this.#hasNews = false
      const all = isSweep || news.moved
      if (isSweep) this.#unsettled.clear()
      const stop = within(COINS_MS, signal)
      await this.#followCoins(term, { head, stop, all })
      this.#dust.request({ all })
      if (isSweep) this.#sweptMs = performance.now()
      if (!stop.aborted) this.#head = head
    }
    const stop = within(DUST_MS, signal)
    await this.#followDust(term, { head, stop })
    await this.#try(term, this.#unsettled.due(), { head, stop: signal })
    this.#deps.metrics.depositsUnsettled.set(this.#unsettled.count)
  }

  async #headWithin(maxAgeMs: number): Promise<number> {
    return Number(await this.#deps.chain.head(maxAgeMs))
  }

  /** Has the next tick follow all payments, though no block comes. */
  lookAgain(): void {
    this.#hasNews = true
  }

  /**
   * Looks from where the indexer had come when all was taken: many blocks may
   * be made at once, and a new indexer shows all that it has read at once.
   */
  async #takeRecent(
    term: Guard,
    { head, isSweep }: { head: number; isSweep: boolean },
  ) {
    const indexerHead = await this.#deps.transfers.head()
    const recent = Math.min(this.#indexedTo, head) - RECENT_BLOCKS
    const since = isSweep ? 0 : Math.max(recent, 0)
    const news = await this.#takeIndexed(term, { since, head })
    if (news.all) this.#indexedTo = indexerHead?.blockNumber ?? 0
    return news
  }

  async #takeIndexed(
    term: Guard,
    { since, head }: { since: number; head: number },
  ): Promise<{ any: boolean; all: boolean; moved: boolean }> {
    const { transfers, deposits, ownersOf } = this.#deps
    const news = await transfers.newsSince(since)
    const moved = news.some(({ hasMoved }) => hasMoved)
    const paid = news.filter(({ hasNew }) => hasNew)
    const owners = await ownersOf(paid.map(({ wallet }) => wallet))
    const fresh = await transfers.newTo([...owners.keys()], {
      since,
      limit: ROWS_A_TICK,
    })
    const owned = fresh.flatMap((transfer) => {
      const userId = owners.get(transfer.wallet)
      const confirmations = confirmationsOf(transfer.blockNumber, head)
      return userId ? { transfer, userId, confirmations } : []
    })
    if (owned.length > 0) await deposits.record(term, owned)
    const all = fresh.length < ROWS_A_TICK
    return { any: owned.length > 0 || moved, all, moved }
  }

  async #followCoins(
    term: Guard,
    { all, ...work }: Work & { all: boolean },
  ): Promise<void> {
    const { store, site } = this.#deps
    const limit = ROWS_A_TICK
    const rows = await store.worthCoins(site.instanceId, { all, limit })
    await this.#try(term, this.#untried(rows), work)
  }

  /** Those that have failed before come again in their own time. */
  #untried(rows: readonly DepositRow[]): DepositRow[] {
    return rows.filter((row) => !this.#unsettled.has(row))
  }

  async #try(
    term: Guard,
    rows: readonly DepositRow[],
    work: Work,
  ): Promise<void> {
    if (rows.length === 0) return
    this.#unsettled.note(rows, await this.follow(term, rows, work))
  }

  async #followDust(term: Guard, work: Work): Promise<void> {
    while (!work.stop.aborted) {
      const rows = await this.#dust.page()
      if (!rows) break
      await this.#try(term, this.#untried(rows), work)
    }
    // A page that was cut off is not over, so another round has to follow.
    if (work.stop.aborted) this.#dust.request({ all: false })
  }

  /**
   * Notes where the payments are now, and settles those that are final.
   *
   * @returns those that failed.
   */
  async follow(
    term: Guard,
    rows: readonly DepositRow[],
    { head, stop }: Work,
  ): Promise<DepositRow[]> {
    const { deposits, settler } = this.#deps
    const places = await this.#placesOf(rows)
    const placed = places.map(([row, place]) => placedAt(row, place, head))
    const changes = placed.filter(({ row, change }) => isChange(row, change))
    if (changes.length > 0) this.#changedMs = performance.now()
    await deposits.advance(term, changes)
    const ripe = placed
      .map(({ row, change }) => ({ ...row, ...change }))
      .filter(({ confirmations }) => confirmations === CONFIRMATIONS_NEEDED)
    const found = new Set(placed.map(({ row }) => row))
    const unplaced = rows.filter((row) => !found.has(row))
    return [...unplaced, ...(await settler.settle(term, ripe, stop))]
  }

  /**
   * Asks about each block once, and about each transaction that left it or
   * may never have been in it. A transaction that the nodes fail at is left
   * out.
   */
  async #placesOf(rows: readonly DepositRow[]) {
    const { chain, checker } = this.#deps
    const blocks = new Set(rows.map(({ blockNumber }) => blockNumber))
    const hashes = await answersTo([...blocks], (blockNumber) =>
      chain.hashAt(BigInt(blockNumber)),
    )
    const isThere = (row: DepositRow) =>
      hashes.get(row.blockNumber) === row.blockHash && isBelieved(row)
    const dropped = rows.flatMap((row) =>
      isThere(row) ? [] : (row.txHash ?? []),
    )
    const places = await answersTo([...new Set(dropped)], (hash) =>
      chain.nodes.ask((node) => checker.placeOf(node, hash)).catch(() => null),
    )
    const placeOf = (row: DepositRow) => {
      if (isThere(row)) return row
      return row.txHash === null ? undefined : places.get(row.txHash)
    }
    return rows.flatMap((row) => {
      const place = placeOf(row)
      return place === null ? [] : [[row, place] as const]
    })
  }
}

/** A payment that is nowhere keeps its last block, with no confirmations. */
function placedAt(row: DepositRow, at: BlockPlace | undefined, head: number) {
  const { blockNumber, blockHash } = at ?? row
  const confirmations = at ? confirmationsOf(blockNumber, head) : 0
  return { row, change: { blockNumber, blockHash, confirmations } }
}

/**
 * The indexer may have invented it: what waits on with all confirmations, or
 * was not found before, has to be seen by itself.
 */
function isBelieved({ confirmations, txHash }: DepositRow): boolean {
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
