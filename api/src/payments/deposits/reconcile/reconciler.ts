import type { Address } from 'viem'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { Guard } from '../../../platform/db/lease.ts'
import { NO_ID } from '../../../platform/ids.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { AccountsStore, Owner } from '../accounts.store.ts'
import type {
  AccountKey,
  BlockPlace,
  DepositsStore,
} from '../deposits.store.ts'
import type { IndexedTransfersStore } from '../ingest/indexed-transfers.store.ts'
import type { TokenLog } from '../ingest/token-log.ts'
import { finalBlockOf } from '../verify/final-payments.ts'
import { reorgedBlocks } from '../verify/inclusion-check.ts'
import type {
  WalletBalances,
  WalletReading,
} from '../verify/wallet-balances.ts'
import type { ReorgedDeposits } from './reorged-deposits.ts'
import type { Gap, UnattributedDeposits } from './unattributed-deposits.ts'

/** Wallets per call; their balances are an answer of some kilobytes. */
const WALLETS_PER_CALL = 100
/** Largest lag behind the final block; nodes prune the state of older ones. */
const LAG_MAX = 100
/** Maximum age of a node's head for a round. */
const HEAD_MAX_AGE_MS = 2_500

/**
 * Problems that leave a wallet unreconciled:
 * - `shortfall`: its deposits sum up to more than it has received.
 * - `unknown_moves`: it has sent transactions that aren't recorded.
 * - `disagreement`: nodes report different balances.
 * - `reorged`: blocks of its deposits were reorged out, and these deposits aren't
 *   corrected yet.
 */
const PROBLEMS = [
  'shortfall',
  'unknown_moves',
  'disagreement',
  'reorged',
] as const
type Problem = (typeof PROBLEMS)[number]

/**
 * Opens the reconciliation of wallets: what a wallet has received by its balance
 * must equal the sum of its deposits. A surplus, sent by a contract or before
 * the wallet was registered, becomes an unattributed deposit.
 */
export function openReconciler({
  accounts,
  reorgedDeposits,
  balancedRoundEveryMs,
  chain,
  log,
  metrics,
  onRecord,
  store,
  tokenLog,
  transfers,
  unattributedDeposits,
  walletBalances,
  walletsAfter,
}: {
  accounts: AccountsStore
  reorgedDeposits: ReorgedDeposits
  /** Interval of rounds while every wallet is balanced. */
  balancedRoundEveryMs: number
  chain: Chain
  log: Logger
  metrics: Pick<Metrics, 'walletsUnreconciled'>
  /** Called when there may be deposits to credit. */
  onRecord(): void
  store: DepositsStore
  tokenLog: TokenLog
  transfers: IndexedTransfersStore
  unattributedDeposits: UnattributedDeposits
  walletBalances: WalletBalances
  /** Lists wallets of this chain instance, a page by player id. */
  walletsAfter(userId: string, limit: number): Promise<Owner[]>
}) {
  let cursor = NO_ID
  let roundBlock = -1
  let isBalanced = true
  let nextRoundMs = Number.NEGATIVE_INFINITY
  let problems: Problem[] = []

  /** Continues the round over all wallets by one page. */
  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    if (performance.now() < nextRoundMs) return
    await chain.check()
    const block = await coveredBlock(term, signal)
    await unattributedDeposits.removeReorged(term)
    if (signal.aborted || block === undefined) return
    if (cursor === NO_ID) {
      if (block <= roundBlock) return
      roundBlock = block
    }
    const owners = await walletsAfter(cursor, WALLETS_PER_CALL)
    if (owners.length > 0) await reconcile(term, signal, { owners, block })
    // The next leader repeats an interrupted page.
    if (signal.aborted) return
    if (owners.length < WALLETS_PER_CALL) endRound()
    else cursor = owners.at(-1)?.userId ?? NO_ID
  }

  function endRound(): void {
    cursor = NO_ID
    for (const problem of PROBLEMS) {
      const count = problems.filter((one) => one === problem).length
      metrics.walletsUnreconciled.set({ problem }, count)
    }
    problems = []
    if (isBalanced) nextRoundMs = performance.now() + balancedRoundEveryMs
    isBalanced = true
  }

  /**
   * Returns a final block up to which the indexer and the token log know all
   * transfers. If nodes reject log requests the indexer suffices, as it does
   * for native coins: what it misses shows up in balances.
   */
  async function coveredBlock(
    term: Guard,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const final = await chain.nodes.ask((node) =>
      finalBlockOf(node, HEAD_MAX_AGE_MS),
    )
    const read = await tokenLog.read(term, { final, signal })
    const head = await transfers.head()
    if (!head) return undefined
    const hash = await chain.hashAt(BigInt(head.blockNumber))
    // An indexer on another branch may lack transfers of this one.
    if (hash !== head.blockHash) return undefined
    const block = Math.min(final, read ?? final, head.blockNumber)
    return final - block > LAG_MAX ? undefined : block
  }

  async function reconcile(
    term: Guard,
    signal: AbortSignal,
    { owners, block }: { owners: readonly Owner[]; block: number },
  ): Promise<void> {
    const wallets = owners.map(({ wallet }) => wallet)
    const reading = await walletBalances.read(wallets, { at: block })
    if (reading === 'pruned') return
    const gaps = await unattributedDeposits.gapsOf(wallets)
    const open = await openOf(owners, { gaps, reading })
    if (open.length === 0) return
    isBalanced = false
    const canonical: Owner[] = []
    for (const owner of await reliableOf(open, reading)) {
      if (signal.aborted) return
      if (await isCanonical(term, owner, signal)) canonical.push(owner)
    }
    await recordSurpluses(term, signal, { owners: canonical, gaps, reading })
    onRecord()
  }

  async function recordSurpluses(
    term: Guard,
    signal: AbortSignal,
    {
      gaps,
      owners,
      reading: { block, node, received },
    }: {
      gaps: readonly Gap[]
      owners: readonly Owner[]
      reading: WalletReading
    },
  ): Promise<void> {
    const blockHash = await node.hashAt(BigInt(block))
    if (!blockHash) return
    const reorged = await reorgedBlocks(chain, gaps)
    const known = gaps.filter((gap) => !reorged.includes(gap))
    for (const key of accountsOf(owners)) {
      if (signal.aborted) return
      const seen = { ...received(key), blockHash }
      const problem = await unattributedDeposits.reconcile(term, key, {
        known,
        seen,
      })
      if (problem) report(problem, key.wallet)
    }
  }

  /** Returns wallets whose balance nodes agree on and whose moves are known. */
  async function reliableOf(
    owners: readonly Owner[],
    { block, doubtsOf }: WalletReading,
  ): Promise<Owner[]> {
    const wallets = owners.map(({ wallet }) => wallet)
    const doubts = await doubtsOf(wallets)
    const changed = await transfers.changedAmong(wallets, block)
    return owners.filter(({ wallet }) => {
      const doubt = doubts.get(wallet)
      // Unrecorded gas would be credited as a deposit, and once recorded it
      // would reduce the next deposit.
      if (changed.has(wallet) || doubt === 'unrecorded') return false
      if (doubt) report(doubt, wallet)
      return !doubt
    })
  }

  /** Returns wallets with a gap, or whose deposits don't sum up to what they received. */
  async function openOf(
    owners: readonly Owner[],
    {
      gaps,
      reading: { block, received },
    }: { gaps: readonly Gap[]; reading: WalletReading },
  ): Promise<Owner[]> {
    const totals = await accounts.totalsThrough(block, owners)
    const isUnbalanced = ({ wallet }: Owner) =>
      ASSET_SYMBOLS.some((cryptoType) => {
        const key = { wallet, cryptoType }
        const { pendingWei, settledWei, waitingWei } = totals(key)
        const { receivedWei } = received(key)
        return receivedWei !== settledWei + waitingWei + pendingWei
      })
    const wallets = new Set(gaps.map(({ wallet }) => wallet))
    return owners.filter(
      (owner) => wallets.has(owner.wallet) || isUnbalanced(owner),
    )
  }

  /**
   * Audits a wallet's reorged deposits first: one of them may explain the
   * surplus. True if all its deposits are in blocks on the chain.
   */
  async function isCanonical(
    term: Guard,
    owner: Owner,
    signal: AbortSignal,
  ): Promise<boolean> {
    const reorged: BlockPlace[] = []
    for (const key of accountsOf([owner])) {
      const blocks = await store.blocksOf(key)
      reorged.push(...(await reorgedBlocks(chain, blocks)))
    }
    await reorgedDeposits.checkPlayer(
      term,
      { player: owner.userId, reorged },
      signal,
    )
    if (reorged.length > 0) report('reorged', owner.wallet)
    return reorged.length === 0
  }

  function report(problem: Problem, wallet: Address): void {
    problems.push(problem)
    log.warn({ wallet, problem }, 'wallet.unreconciled')
  }

  return { tick }
}

function accountsOf(owners: readonly Owner[]): AccountKey[] {
  return owners.flatMap((owner) =>
    ASSET_SYMBOLS.map((cryptoType) => ({ ...owner, cryptoType })),
  )
}
