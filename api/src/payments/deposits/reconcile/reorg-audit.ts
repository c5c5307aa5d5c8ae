import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import { type Guard, TermOver } from '../../../platform/db/lease.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { DepositRow } from '../deposits.store.ts'
import {
  inclusionOf,
  isAsSettled,
  reorgedBlocks,
} from '../verify/inclusion-check.ts'
import type { BlockPlace } from '../verify/mined-transactions.ts'
import type { PaymentChecker } from '../verify/payment-check.ts'
import { NodesDisagree, settledPayments } from '../verify/settled-payments.ts'
import type { DepositReversals } from './deposit-reversals.ts'
import type { RecentDepositsStore } from './recent-deposits.store.ts'
import { openReorgDebounce } from './reorg-debounce.ts'
import type { UnattributedBalanceCheck } from './unattributed-balance-check.ts'

/** Blocks per page, newest first. */
const BLOCKS_PER_PAGE = 1_000
/** Limit of deposits checked per tick, most valuable first. */
const ROWS_MAX = 1_000
/** Interval of scans over all recent blocks instead of the newest. */
const FULL_SCAN_EVERY_MS = 60 * 60_000

export type CreditAudit = ReturnType<typeof openCreditAudit>

/**
 * Opens the audit of recent deposits after reorganisations.
 * - Included in another block: stores that block.
 * - Credited and dropped: reverses it, once every node has proven that several
 *   times over some minutes.
 * - Pending and dropped: rejects it, after the same proof.
 * - Settled without coins and dropped: reopens it at once, since it would count
 *   as received in place of a real payment.
 * - Reversed and included again: reopens it for another credit.
 */
export function openCreditAudit({
  balanceCheck,
  chain,
  checker,
  log,
  metrics,
  nowMs,
  onBalance,
  recent,
  reversals,
  reverseAfterMs,
}: {
  balanceCheck: UnattributedBalanceCheck
  chain: Chain
  checker: PaymentChecker
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
  nowMs: () => number
  /** Called after the commit. */
  onBalance: (userId: string, balance: number) => void
  recent: RecentDepositsStore
  reversals: DepositReversals
  /** Minimum time between the first and last check that prove a reorg. */
  reverseAfterMs: number
}) {
  const debounce = openReorgDebounce({ nowMs, reverseAfterMs })
  let fullScanMs = Number.NEGATIVE_INFINITY
  /** Blocks on the chain, ascending. While the last one is, so are the others. */
  let present: readonly BlockPlace[] = []

  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    await chain.check()
    const reorged = await findReorgedBlocks(signal)
    const rows = [
      ...(await recent.settledIn(reorged, { limit: ROWS_MAX })),
      ...(await recent.absent({ limit: ROWS_MAX })),
    ]
    await checkDeposits(term, rows, signal)
  }

  /** Checks deposits whose blocks were reorged out; logs their failures. */
  async function checkDeposits(
    term: Guard,
    rows: readonly DepositRow[],
    signal: AbortSignal,
  ): Promise<void> {
    for (const row of rows) {
      if (signal.aborted) return
      await checkDeposit(term, row).catch((error: unknown) => {
        if (error instanceof TermOver) throw error
        if (error instanceof NodesDisagree) {
          // One of the nodes has shown it.
          debounce.forget(row)
          metrics.rpcDisagreements.inc()
        }
        log.error({ error, deposit: row.id }, 'deposit.audit_failed')
      })
    }
  }

  async function checkDeposit(term: Guard, row: DepositRow): Promise<void> {
    if (row.txHash === null) return checkUnattributed(term, row)
    const place = await settledPlaceOf(row)
    if (place) await recordBlock(term, row, place)
    else await checkAbsent(term, row)
  }

  /**
   * Finds blocks of recent deposits that were reorged out. Reads older pages
   * only if the newer one has such blocks, or during a full scan.
   */
  async function findReorgedBlocks(signal: AbortSignal): Promise<string[]> {
    const isFullScan = nowMs() - fullScanMs >= FULL_SCAN_EVERY_MS
    const known = isFullScan ? [] : await stillPresent()
    const isKnown = new Set(known.map(({ blockHash }) => blockHash))
    const found = [...known]
    const reorged: string[] = []
    let below: number | undefined
    do {
      const page = await recent.blocks({ below, limit: BLOCKS_PER_PAGE })
      const unknown = page.filter(({ blockHash }) => !isKnown.has(blockHash))
      const missing = await reorgedBlocks(chain, unknown)
      found.push(...unknown.filter((place) => !missing.includes(place)))
      reorged.push(...missing.map(({ blockHash }) => blockHash))
      const isLast = page.length < BLOCKS_PER_PAGE
      const isDone = isLast || (missing.length === 0 && !isFullScan)
      below = isDone ? undefined : page.at(-1)?.blockNumber
    } while (below !== undefined && !signal.aborted)
    present = found
      .toSorted((a, b) => a.blockNumber - b.blockNumber)
      .slice(-BLOCKS_PER_PAGE)
    if (isFullScan && !signal.aborted) fullScanMs = nowMs()
    return reorged
  }

  async function stillPresent(): Promise<readonly BlockPlace[]> {
    const reorged = await reorgedBlocks(chain, present.slice(-1))
    return reorged.length === 0 ? present : []
  }

  async function checkUnattributed(
    term: Guard,
    row: DepositRow,
  ): Promise<void> {
    const result = await balanceCheck.check(row)
    if (result === 'unsure') return
    if ('missingWei' in result) {
      await handleDropped(term, row, result.missingWei)
    } else await recordBlock(term, row, result)
  }

  async function checkAbsent(term: Guard, row: DepositRow): Promise<void> {
    // Already reversed or rejected, and still in no block.
    if (row.confirmations === 0 && row.status !== 'pending') return
    const inclusion = await inclusionOf(chain, checker, row)
    if (inclusion === 'included') debounce.forget(row)
    if (inclusion === 'dropped') await handleDropped(term, row)
  }

  async function recordBlock(term: Guard, row: DepositRow, place: BlockPlace) {
    debounce.forget(row)
    log.warn({ deposit: row.id, ...place }, 'deposit.block_changed')
    const confirmations = CONFIRMATIONS_NEEDED
    if (row.confirmations > 0) await reversals.move(term, row, place)
    else await reversals.reopen(term, row, { ...place, confirmations })
  }

  async function handleDropped(
    term: Guard,
    row: DepositRow,
    missingWei = row.amountWei,
  ): Promise<void> {
    if (row.status !== 'confirmed' && row.status !== 'pending') {
      return reversals.reopen(term, row, { confirmations: 0 })
    }
    if (!debounce.isProven(row)) return
    debounce.forget(row)
    if (row.status === 'pending') return reversals.end(term, row)
    const reversed = await reversals.reverse(term, row, missingWei)
    if (!reversed) return
    const { id, userId, coins, absorbed } = reversed.row
    log.error({ deposit: id, coins, absorbed }, 'deposit.reversed')
    onBalance(userId, reversed.balance)
  }

  /**
   * Returns the final block that all nodes agree on. A settled deposit must
   * have the same amount there.
   */
  async function settledPlaceOf(
    row: DepositRow,
  ): Promise<BlockPlace | undefined> {
    const place = await chain.nodes.ask(async (node) => {
      const verdict = await checker.checkOne(node, row)
      return verdict.kind === 'genuine' ? verdict.place : undefined
    })
    if (!(place && row.txHash)) return undefined
    const settled = settledPayments(chain, checker)
    const [payment] = await settled(row.txHash, [{ ...row, ...place }])
    if (payment?.verdict.kind !== 'genuine') return undefined
    const isSame = row.confirmations === 0 || isAsSettled(row, payment.verdict)
    return isSame ? payment.verdict.place : undefined
  }

  return { tick, checkDeposits, checkDeposit }
}
