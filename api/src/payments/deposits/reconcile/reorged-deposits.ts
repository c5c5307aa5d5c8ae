import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { inChunks } from '../../../platform/batches.ts'
import { requireChain } from '../../../platform/chain/nodes/chain.ts'
import { type Guard, TermOver } from '../../../platform/db/lease.ts'
import type { DepositsService } from '../credit/deposits.service.ts'
import type { DepositParts } from '../deposit-parts.ts'
import { quoteCoins } from '../deposit-value.ts'
import type {
  BlockPlace,
  DepositChange,
  DepositRow,
} from '../deposits.store.ts'
import {
  finalPayments,
  NodesDisagree,
  readFinalBlock,
} from '../verify/final-payments.ts'
import {
  checkInclusion,
  isAsSettled,
  reorgedBlocks,
} from '../verify/inclusion-check.ts'
import { createReorgDebounce } from './reorg-debounce.ts'

/** Blocks checked before the job checks its signal. */
const BLOCKS_PER_PASS = 100
const ROWS_MAX = 1_000
const PLAYER_ROWS_MAX = 50
/** Interval of scans over all recent blocks instead of new ones. */
const FULL_SCAN_EVERY_MS = 60 * 60_000

const DROPPED = {
  status: 'rejected',
  cause: { code: 'dropped' },
  confirmations: 0,
} as const

export type ReorgedDeposits = ReturnType<typeof createReorgedDeposits>

/**
 * Corrects recent deposits after reorganisations.
 * - Included in another block: stores that block.
 * - Credited and dropped: reverses it, once every node has proven that several
 *   times over some minutes.
 * - Pending and dropped: rejects it, after the same proof.
 * - Settled without coins and dropped: reopens it at once, since it would count
 *   as received in place of a real payment.
 * - Reversed and included again: reopens it for another credit.
 */
export function createReorgedDeposits({
  accounts,
  chain,
  checker,
  deposits,
  disagreements,
  log,
  nowMs,
  reverseAfterMs,
  site,
  store,
  walletBalances,
}: DepositParts & { deposits: DepositsService }) {
  const debounce = createReorgDebounce({ nowMs, reverseAfterMs })
  let fullScanMs = Number.NEGATIVE_INFINITY
  /** Blocks on the chain, ascending. While the last one is, so are the others. */
  let present: readonly BlockPlace[] = []

  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    await chain.check()
    const reorged = await findReorgedBlocks(signal)
    const rows = await store.listSuspects(reorged, { limit: ROWS_MAX })
    await checkDeposits(term, rows, signal)
  }

  /** Checks a player's deposits of any age that may be off the chain. */
  async function checkPlayer(
    term: Guard,
    { player, reorged }: { player: string; reorged: readonly BlockPlace[] },
    signal: AbortSignal,
  ): Promise<void> {
    const filter = { limit: PLAYER_ROWS_MAX, player }
    const rows = await store.listSuspects(reorged, filter)
    await checkDeposits(term, rows, signal)
  }

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
          disagreements.inc()
        }
        log.error({ error, deposit: row.id }, 'deposit.audit_failed')
      })
    }
  }

  async function findReorgedBlocks(signal: AbortSignal): Promise<BlockPlace[]> {
    const isFullScan = nowMs() - fullScanMs >= FULL_SCAN_EVERY_MS
    const isReorged = (await reorgedBlocks(chain, present.slice(-1))).length > 0
    const known = new Set(
      isFullScan || isReorged ? [] : present.map(({ blockHash }) => blockHash),
    )
    const blocks = await store.recentBlocks()
    const unknown = blocks.filter(({ blockHash }) => !known.has(blockHash))
    const reorged: BlockPlace[] = []
    for (const chunk of inChunks(unknown, BLOCKS_PER_PASS)) {
      if (signal.aborted) return reorged
      reorged.push(...(await reorgedBlocks(chain, chunk)))
    }
    present = blocks.filter((block) => !reorged.includes(block))
    if (isFullScan) fullScanMs = nowMs()
    return reorged
  }

  async function checkDeposit(term: Guard, row: DepositRow): Promise<void> {
    if (row.txHash === null) return checkUnattributed(term, row)
    const place = await findFinalPlace(row)
    if (place) return recordBlock(term, row, place)
    // Already reversed or rejected, and still in no block.
    if (row.confirmations === 0 && row.status !== 'pending') return
    const inclusion = await checkInclusion(chain, checker, row)
    if (inclusion === 'included') debounce.forget(row)
    if (inclusion === 'dropped') await handleDropped(term, row)
  }

  /** Checks by every node's balances whether the wallet has received as much. */
  async function checkUnattributed(
    term: Guard,
    row: DepositRow,
  ): Promise<void> {
    const finals = await chain.nodes.queryEach(async (node) => {
      await requireChain(node, chain.deployment)
      return readFinalBlock(node)
    })
    const blockNumber = Math.min(...finals)
    const blockHash = await chain.hashAt(BigInt(blockNumber))
    if (blockNumber < row.blockNumber || !blockHash) return
    // Another reorged deposit may be the missing one.
    const blocks = await store.getBlocks(row, { traced: true })
    if ((await reorgedBlocks(chain, blocks)).length > 0) return
    const reading = await walletBalances.read([row.wallet], { at: blockNumber })
    if (reading === 'pruned') return
    const problems = await reading.findProblems([row.wallet], {
      everyNode: true,
    })
    const problem = problems.get(row.wallet)
    if (problem === 'disagreement') {
      throw new NodesDisagree([reading.node], blockNumber)
    }
    if (problem) return
    const received = reading.getReceived(row)
    const { remainingWei } = await accounts.readRemaining(row, received)
    if (remainingWei < 0n) await handleDropped(term, row, -remainingWei)
    else await recordBlock(term, row, { blockNumber, blockHash })
  }

  async function recordBlock(term: Guard, row: DepositRow, place: BlockPlace) {
    debounce.forget(row)
    log.warn({ deposit: row.id, ...place }, 'deposit.block_changed')
    if (row.confirmations > 0) return change(term, row, place)
    await reopen(term, row, { ...place, confirmations: CONFIRMATIONS_NEEDED })
  }

  async function handleDropped(
    term: Guard,
    row: DepositRow,
    missingWei = row.amountWei,
  ): Promise<void> {
    if (row.status !== 'confirmed' && row.status !== 'pending') {
      return reopen(term, row, { confirmations: 0 })
    }
    if (!debounce.isProven(row)) return
    debounce.forget(row)
    if (row.status === 'pending') return change(term, row, DROPPED)
    const reversed = await deposits.reverse(term, row, missingWei)
    if (!reversed) return
    const { id, coins, absorbed } = reversed
    log.error({ deposit: id, coins, absorbed }, 'deposit.reversed')
  }

  function reopen(
    term: Guard,
    row: DepositRow,
    inclusion: DepositChange,
  ): Promise<void> {
    const { amountWei, coinsPerUnit, cryptoType } = row
    const asset = { ...site.assets[cryptoType], coinsPerUnit }
    // Keeps a cause that depends on the amount alone.
    const { cause } = quoteCoins(amountWei, asset)
    return change(term, row, { ...inclusion, status: 'pending', cause })
  }

  async function change(
    term: Guard,
    row: DepositRow,
    change: DepositChange,
  ): Promise<void> {
    await deposits.update(term, [{ row, change }])
  }

  /**
   * Returns the final block that all nodes agree on. A settled deposit must
   * have the same amount there.
   */
  async function findFinalPlace(
    row: DepositRow,
  ): Promise<BlockPlace | undefined> {
    const place = await chain.nodes.query(async (node) => {
      const verdict = await checker.checkOne(node, row)
      return verdict.kind === 'genuine' ? verdict.place : undefined
    })
    if (!(place && row.txHash)) return undefined
    const verify = finalPayments(chain, checker)
    const [verdict] = (
      await verify(row.txHash, [{ ...row, ...place }])
    ).values()
    if (verdict?.kind !== 'genuine') return undefined
    const isSame = row.confirmations === 0 || isAsSettled(row, verdict)
    return isSame ? verdict.place : undefined
  }

  return { tick, checkPlayer, checkDeposit }
}
