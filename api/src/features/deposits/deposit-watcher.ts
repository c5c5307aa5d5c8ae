import type { Address } from 'viem'
import {
  CONFIRMATIONS_NEEDED,
  confirmationsOf,
} from '#core/deposits/confirmations.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { DepositChain } from './deposit-chain.ts'
import type { DepositSettler } from './deposit-settler.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'
import { DustRounds } from './dust-rounds.ts'
import type { HintsStore } from './hints.store.ts'
import { answersTo } from './in-turns.ts'
import type { BlockPlace, PaymentChecker } from './payment-check.ts'

/** Blocks behind the head in which new hints are looked for each time. */
const RECENT_BLOCKS = 500
/** How often everything is looked at again. */
const SWEEP_EVERY_MS = 60_000
/** New payments, and again as many worth coins, that one tick takes up. */
const ROWS_A_TICK = 500
/** When they are over no more is begun: new hints and blocks go first. */
const COINS_MS = 400
const DUST_MS = 200

type WatcherDeps = {
  chain: Chain
  checker: PaymentChecker
  site: DepositChain
  hints: HintsStore
  store: DepositsStore
  deposits: DepositsService
  settler: DepositSettler
  ownersOf(wallets: readonly Address[]): Promise<Map<string, string>>
}

type Work = { head: number; stop: AbortSignal }

/** Some failed, and are to be tried again. */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

/**
 * Follows payments from the indexer's first hint to the sixth confirmation.
 * Where they are and whether they are real is asked of the API's own node.
 * What is worth coins goes first, and no tick takes long: anybody can make
 * thousands of payments in one transaction.
 */
export class DepositWatcher {
  readonly #deps: WatcherDeps
  readonly #dust: DustRounds
  #head: number | undefined
  #sweptMs = Number.NEGATIVE_INFINITY

  constructor(deps: WatcherDeps) {
    this.#deps = deps
    this.#dust = new DustRounds(deps.store, deps.site.instanceId)
  }

  /** @throws Unsettled at the end, when some failed. */
  async tick(term: Term, signal: AbortSignal): Promise<void> {
    const head = Number(await this.#deps.chain.head())
    const isSweep = performance.now() - this.#sweptMs >= SWEEP_EVERY_MS
    const since = isSweep ? 0 : Math.max(head - RECENT_BLOCKS, 0)
    const news = await this.#takeHints(term, { since, head })
    let failures = 0
    if (isSweep || news.any || head !== this.#head) {
      // What fails or is cut off is tried again, though no block comes.
      this.#head = undefined
      const all = isSweep || news.moved
      const stop = within(COINS_MS, signal)
      failures += await this.#followCoins(term, { head, stop, all })
      this.#dust.request({ all })
      if (isSweep) this.#sweptMs = performance.now()
      if (!stop.aborted) this.#head = head
    }
    const stop = within(DUST_MS, signal)
    failures += await this.#followDust(term, { head, stop })
    if (failures === 0) return
    this.#head = undefined
    throw new Unsettled(`${failures} deposits not settled`)
  }

  async #takeHints(
    term: Term,
    { since, head }: { since: number; head: number },
  ): Promise<{ any: boolean; moved: boolean }> {
    const { hints, deposits, ownersOf } = this.#deps
    const news = await hints.newsSince(since)
    const moved = news.some(({ hasMoved }) => hasMoved)
    const paid = news.filter(({ hasNew }) => hasNew)
    const owners = await ownersOf(paid.map(({ wallet }) => wallet))
    const fresh = await hints.newTo([...owners.keys()], {
      since,
      limit: ROWS_A_TICK,
    })
    const owned = fresh.flatMap((hint) => {
      const userId = owners.get(hint.wallet)
      const confirmations = confirmationsOf(hint.blockNumber, head)
      return userId ? { hint, userId, confirmations } : []
    })
    if (owned.length > 0) await deposits.record(term, owned)
    return { any: owned.length > 0 || moved, moved }
  }

  async #followCoins(
    term: Term,
    { all, ...work }: Work & { all: boolean },
  ): Promise<number> {
    const { store, site } = this.#deps
    const limit = ROWS_A_TICK
    const rows = await store.worthCoins(site.instanceId, { all, limit })
    return this.#follow(term, rows, work)
  }

  async #followDust(term: Term, work: Work): Promise<number> {
    let failures = 0
    while (!work.stop.aborted) {
      const rows = await this.#dust.page()
      if (!rows) break
      failures += await this.#follow(term, rows, work)
    }
    // A page that was cut off is not over, so another round has to follow.
    if (work.stop.aborted) this.#dust.request({ all: false })
    return failures
  }

  /**
   * Notes where the payments are now, and settles those that are final.
   *
   * @returns how many failed.
   */
  async #follow(
    term: Term,
    rows: readonly DepositRow[],
    { head, stop }: Work,
  ): Promise<number> {
    const { deposits, settler } = this.#deps
    const placed = (await this.#placesOf(rows)).map(([row, place]) =>
      placedAt(row, place, head),
    )
    await deposits.advance(
      term,
      placed.filter(({ row, change }) => isChange(row, change)),
    )
    const ripe = placed
      .map(({ row, change }) => ({ ...row, ...change }))
      .filter(({ confirmations }) => confirmations === CONFIRMATIONS_NEEDED)
    return settler.settle(term, ripe, stop)
  }

  /** Asks about each block once, and about each transaction that left it. */
  async #placesOf(rows: readonly DepositRow[]) {
    const { chain, checker } = this.#deps
    const blocks = new Set(rows.map(({ blockNumber }) => blockNumber))
    const hashes = await answersTo([...blocks], (blockNumber) =>
      chain.hashAt(BigInt(blockNumber)),
    )
    const isThere = (row: DepositRow) =>
      hashes.get(row.blockNumber) === row.blockHash
    const gone = rows.flatMap((row) => (isThere(row) ? [] : (row.txHash ?? [])))
    const places = await answersTo([...new Set(gone)], (hash) =>
      checker.placeOf(hash),
    )
    const placeOf = (row: DepositRow): BlockPlace | undefined => {
      if (isThere(row)) return row
      return row.txHash === null ? undefined : places.get(row.txHash)
    }
    return rows.map((row) => [row, placeOf(row)] as const)
  }
}

/** A payment that is nowhere keeps its last block, with no confirmations. */
function placedAt(row: DepositRow, at: BlockPlace | undefined, head: number) {
  const { blockNumber, blockHash } = at ?? row
  const confirmations = at ? confirmationsOf(blockNumber, head) : 0
  return { row, change: { blockNumber, blockHash, confirmations } }
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
