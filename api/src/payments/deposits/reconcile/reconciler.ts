import type { Address } from 'viem'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Guard } from '../../../platform/db/lease.ts'
import type { Owner } from '../../wallets/wallet.store.ts'
import type { DepositParts } from '../deposit-parts.ts'
import type { AccountKey, BlockPlace } from '../deposits.store.ts'
import { createTokenLog } from '../ingest/token-log.ts'
import type { TransferRecorder } from '../ingest/transfer-recorder.ts'
import { readFinalBlock } from '../verify/final-payments.ts'
import { reorgedBlocks } from '../verify/inclusion-check.ts'
import type { WalletReading } from '../verify/wallet-balances.ts'
import type { ReorgedDeposits } from './reorged-deposits.ts'
import {
  createUnattributedDeposits,
  type Gap,
} from './unattributed-deposits.ts'

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
 * Creates the reconciliation of wallets: what a wallet has received by its balance
 * must equal the sum of its deposits. A surplus, sent by a contract or before
 * the wallet was registered, becomes an unattributed deposit.
 */
export function createReconciler(
  parts: DepositParts & {
    onRecord(): void
    recorder: TransferRecorder
    reorgedDeposits: ReorgedDeposits
  },
) {
  const { accounts, chain, log, metrics, onRecord, reorgedDeposits } = parts
  const { site, store, transfers, walletBalances, wallets } = parts
  const unreconciled = metrics.gauge(
    'deposit_wallets_unreconciled',
    'Wallets that the reconciler leaves alone, by reason',
    ['problem'],
  )
  const tokenLog = createTokenLog(parts)
  const unattributedDeposits = createUnattributedDeposits(parts)
  let reconciledBlock = -1
  let problems: Problem[] = []

  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    await chain.check()
    const block = await coveredBlock(term, signal)
    await unattributedDeposits.removeReorged(term)
    if (block === undefined || block <= reconciledBlock) return
    problems = []
    for await (const owners of wallets.readOwnerPages(site.instanceId)) {
      await reconcile(term, signal, { owners, block })
      if (signal.aborted) return
    }
    reconciledBlock = block
    for (const problem of PROBLEMS) {
      const count = problems.filter((one) => one === problem).length
      unreconciled.set({ problem }, count)
    }
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
    const final = await chain.nodes.query((node) =>
      readFinalBlock(node, HEAD_MAX_AGE_MS),
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
    const addresses = owners.map(({ wallet }) => wallet)
    const reading = await walletBalances.read(addresses, { at: block })
    if (reading === 'pruned') return
    const gaps = await unattributedDeposits.getGaps(addresses)
    const open = await filterOpen(owners, { gaps, reading })
    if (open.length === 0) return
    const reliable = await filterReliable(open, reading)
    const canonical = await filterCanonical(term, signal, reliable)
    const blockHash = await reading.node.hashAt(BigInt(block))
    if (!blockHash) return
    const reorged = await reorgedBlocks(chain, gaps)
    const known = gaps.filter((gap) => !reorged.includes(gap))
    for (const key of listAccounts(canonical)) {
      if (signal.aborted) return
      const seen = { ...reading.getReceived(key), blockHash }
      const problem = await unattributedDeposits.reconcile(term, key, {
        known,
        seen,
      })
      if (problem) report(problem, key.wallet)
    }
    onRecord()
  }

  /** Returns wallets with a gap, or whose deposits don't sum up to what they received. */
  async function filterOpen(
    owners: readonly Owner[],
    {
      gaps,
      reading: { block, getReceived },
    }: { gaps: readonly Gap[]; reading: WalletReading },
  ): Promise<Owner[]> {
    const totals = await accounts.readTotals(block, owners)
    const isUnbalanced = (key: AccountKey) => {
      const { pendingWei, settledWei, waitingWei } = totals(key)
      return (
        getReceived(key).receivedWei !== settledWei + waitingWei + pendingWei
      )
    }
    return owners.filter(
      (owner) =>
        gaps.some(({ wallet }) => wallet === owner.wallet) ||
        listAccounts([owner]).some(isUnbalanced),
    )
  }

  /** Returns wallets whose balance nodes agree on and whose moves are known. */
  async function filterReliable(
    owners: readonly Owner[],
    { block, findProblems }: WalletReading,
  ): Promise<Owner[]> {
    const addresses = owners.map(({ wallet }) => wallet)
    const balanceProblems = await findProblems(addresses)
    const changed = await transfers.findChangedWallets(addresses, block)
    return owners.filter(({ wallet }) => {
      const problem = balanceProblems.get(wallet)
      // Unrecorded gas would be credited as a deposit, and once recorded it
      // would reduce the next deposit.
      if (changed.has(wallet) || problem === 'unrecorded') return false
      if (problem) report(problem, wallet)
      return !problem
    })
  }

  /**
   * Returns wallets whose deposits are all in blocks on the chain. Audits the
   * other deposits first: one of them may explain the surplus.
   */
  async function filterCanonical(
    term: Guard,
    signal: AbortSignal,
    owners: readonly Owner[],
  ): Promise<Owner[]> {
    const canonical: Owner[] = []
    for (const owner of owners) {
      if (signal.aborted) return []
      const reorged: BlockPlace[] = []
      for (const key of listAccounts([owner])) {
        reorged.push(
          ...(await reorgedBlocks(chain, await store.getBlocks(key))),
        )
      }
      const player = owner.userId
      await reorgedDeposits.checkPlayer(term, { player, reorged }, signal)
      if (reorged.length === 0) canonical.push(owner)
      else report('reorged', owner.wallet)
    }
    return canonical
  }

  function report(problem: Problem, wallet: Address): void {
    problems.push(problem)
    log.warn({ wallet, problem }, 'wallet.unreconciled')
  }

  return { tick }
}

function listAccounts(owners: readonly Owner[]): AccountKey[] {
  return owners.flatMap((owner) =>
    ASSET_SYMBOLS.map((cryptoType) => ({ ...owner, cryptoType })),
  )
}
