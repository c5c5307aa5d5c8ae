import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { type Guard, TermOver } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { DepositReversals } from './deposit-reversals.ts'
import type { DepositRow } from './deposits.store.ts'
import { inclusionOf, isAsSettled } from './inclusion-check.ts'
import type { BlockPlace } from './mined-transactions.ts'
import type { PaymentChecker } from './payment-check.ts'
import type { RecentDepositsStore } from './recent-deposits.store.ts'
import { ReorgDebounce } from './reorg-debounce.ts'
import { reorgedBlocks } from './reorged-blocks.ts'
import { NodesDisagree, settledPayments } from './settled-payments.ts'
import type { UnattributedBalanceCheck } from './unattributed-balance-check.ts'

/** Blocks asked about at once, the newest first. */
const PLACES_AT_ONCE = 1_000
/** Payments looked at each time, what is worth most first. */
const ROWS_MOST = 1_000
/** How often all blocks of a day are asked about, not only the newest. */
const ALL_EVERY_MS = 60 * 60_000

type CreditAuditDeps = {
  chain: Chain
  checker: PaymentChecker
  balanceCheck: UnattributedBalanceCheck
  recent: RecentDepositsStore
  reversals: DepositReversals
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
  nowMs(): number
  /** Least time from the first to the last of the checks that prove a reorganisation. */
  reverseAfterMs: number
  /** Told after the commit. */
  onBalance(userId: string, balance: number): void
}

/**
 * Looks again at payments of late that are not where they were. One that moved
 * to another block is followed there; one that is dropped is reversed, but only
 * once every node has proven it, three times over some minutes; one that came
 * back may be credited again. One that brought nothing waits again as soon as
 * it is dropped: counted on, it would take the place of a real one. And one
 * that waits, and is proven to be dropped, ends.
 */
export class CreditAudit {
  readonly #deps: CreditAuditDeps
  readonly #reorgs: ReorgDebounce
  #allSeenMs = Number.NEGATIVE_INFINITY
  /** Blocks that were there when the highest of them, the last, was. */
  #present: readonly BlockPlace[] = []

  constructor(deps: CreditAuditDeps) {
    this.#deps = deps
    this.#reorgs = new ReorgDebounce(deps)
  }

  /** Failures leave a payment, and what was seen of it, as they are. */
  async tick(term: Guard, signal: AbortSignal): Promise<void> {
    const { chain, recent } = this.#deps
    await chain.check()
    const reorged = await this.#reorgedBlocks(signal)
    const rows = [
      ...(await recent.settledIn(reorged, { limit: ROWS_MOST })),
      ...(await recent.absent({ limit: ROWS_MOST })),
    ]
    await this.lookAt(term, rows, signal)
  }

  /** Looks at some whose blocks are not where they were. */
  async lookAt(
    term: Guard,
    rows: readonly DepositRow[],
    signal: AbortSignal,
  ): Promise<void> {
    const { log, metrics } = this.#deps
    for (const row of rows) {
      if (signal.aborted) return
      await this.look(term, row).catch((error: unknown) => {
        if (error instanceof TermOver) throw error
        if (error instanceof NodesDisagree) {
          // One of them has shown it.
          this.#reorgs.forget(row)
          metrics.rpcDisagreements.inc()
        }
        log.error({ error, deposit: row.id }, 'deposit.audit_failed')
      })
    }
  }

  /** Looks at one whose block is not where it was, or that was in none. */
  async look(term: Guard, row: DepositRow): Promise<void> {
    if (row.txHash === null) return this.#lookAtFound(term, row)
    const place = await this.#newPlaceOf(row)
    if (!place) return this.#lookForAbsent(term, row)
    await this.#follow(term, row, place)
  }

  /**
   * Blocks of settled payments of late that the chain no longer has. Below
   * many that are all there, others are looked for only now and then. While a
   * block is there, so are those below it that were there with it.
   */
  async #reorgedBlocks(signal: AbortSignal): Promise<string[]> {
    const { chain, nowMs, recent } = this.#deps
    const isAll = nowMs() - this.#allSeenMs >= ALL_EVERY_MS
    const known = isAll ? [] : await this.#stillPresent()
    const isKnown = new Set(known.map(({ blockHash }) => blockHash))
    const present = [...known]
    const reorged: string[] = []
    let below: number | undefined
    do {
      const page = { below, limit: PLACES_AT_ONCE }
      const places = await recent.blocks(page)
      const unknown = places.filter(({ blockHash }) => !isKnown.has(blockHash))
      const missing = await reorgedBlocks(chain, unknown)
      present.push(...unknown.filter((place) => !missing.includes(place)))
      reorged.push(...missing.map(({ blockHash }) => blockHash))
      const isLast = places.length < PLACES_AT_ONCE
      const isDone = isLast || (missing.length === 0 && !isAll)
      below = isDone ? undefined : places.at(-1)?.blockNumber
    } while (below !== undefined && !signal.aborted)
    this.#present = present
      .toSorted((a, b) => a.blockNumber - b.blockNumber)
      .slice(-PLACES_AT_ONCE)
    if (isAll && !signal.aborted) this.#allSeenMs = nowMs()
    return reorged
  }

  async #stillPresent(): Promise<readonly BlockPlace[]> {
    const highest = this.#present.slice(-1)
    const reorged = await reorgedBlocks(this.#deps.chain, highest)
    return reorged.length === 0 ? this.#present : []
  }

  async #lookAtFound(term: Guard, row: DepositRow): Promise<void> {
    const inclusion = await this.#deps.balanceCheck.check(row)
    if (inclusion === 'unsure') return
    if ('lackWei' in inclusion) await this.#doubt(term, row, inclusion.lackWei)
    else await this.#follow(term, row, inclusion)
  }

  async #lookForAbsent(term: Guard, row: DepositRow): Promise<void> {
    // What was undone or denied stays so, until it is somewhere.
    if (row.confirmations === 0 && row.status !== 'pending') return
    const inclusion = await inclusionOf(
      this.#deps.chain,
      this.#deps.checker,
      row,
    )
    if (inclusion === 'there') this.#reorgs.forget(row)
    if (inclusion === 'dropped') await this.#doubt(term, row)
  }

  async #follow(term: Guard, row: DepositRow, place: BlockPlace) {
    const { log, reversals } = this.#deps
    this.#reorgs.forget(row)
    log.warn({ deposit: row.id, ...place }, 'deposit.block_changed')
    const confirmations = CONFIRMATIONS_NEEDED
    if (row.confirmations > 0) await reversals.move(term, row, place)
    else await reversals.reopen(term, row, { ...place, confirmations })
  }

  async #doubt(
    term: Guard,
    row: DepositRow,
    lackWei = row.amount,
  ): Promise<void> {
    const { reversals } = this.#deps
    if (row.status !== 'confirmed' && row.status !== 'pending') {
      return reversals.reopen(term, row, { confirmations: 0 })
    }
    if (!this.#reorgs.isProven(row)) return
    this.#reorgs.forget(row)
    if (row.status === 'confirmed') await this.#reverse(term, row, lackWei)
    else await reversals.end(term, row)
  }

  /**
   * Where it is now, for good and by all nodes; where it was settled, with the
   * same amount.
   */
  async #newPlaceOf(row: DepositRow): Promise<BlockPlace | undefined> {
    const { chain, checker } = this.#deps
    const place = await chain.nodes.ask(async (node) => {
      const verdict = await checker.checkOne(node, row)
      return verdict.kind === 'genuine' ? verdict.place : undefined
    })
    if (!(place && row.txHash)) return undefined
    const settled = settledPayments(chain, checker)
    const [found] = await settled(row.txHash, [{ ...row, ...place }])
    if (found?.verdict.kind !== 'genuine') return undefined
    const isSame = row.confirmations === 0 || isAsSettled(row, found.verdict)
    return isSame ? found.verdict.place : undefined
  }

  async #reverse(term: Guard, row: DepositRow, lackWei: bigint): Promise<void> {
    const { log, onBalance, reversals } = this.#deps
    const reversed = await reversals.reverse(term, row, lackWei)
    if (!reversed) return
    const { id, userId, coins, absorbed } = reversed.row
    log.error({ deposit: id, coins, absorbed }, 'deposit.reversed')
    onBalance(userId, reversed.balance)
  }
}
