import type { Address } from 'viem'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { answersTo } from '../../../platform/batches.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import type { Guard } from '../../../platform/db/lease.ts'
import { NO_ID } from '../../../platform/ids.ts'
import type { Logger } from '../../../platform/logger.ts'
import type {
  WalletMoves,
  WalletMovesThrough,
} from '../../sweep/sweep.service.ts'
import type { AccountsStore, Owner } from '../accounts.store.ts'
import type { IndexedTransfersStore } from '../ingest/indexed-transfers.store.ts'
import type { TokenLog } from '../ingest/token-log.ts'
import { reorgedBlocks } from '../verify/inclusion-check.ts'
import type { BlockPlace } from '../verify/mined-transactions.ts'
import { settledUpTo } from '../verify/settled-payments.ts'
import {
  type Balances,
  balancesAt,
  isSameBalance,
  receivedOf,
} from '../verify/wallet-balances.ts'
import type { RecentDepositsStore } from './recent-deposits.store.ts'
import type { GapsStore } from './reconciling.store.ts'
import type { CreditAudit } from './reorg-audit.ts'
import type { UnattributedDeposits } from './unattributed-deposits.ts'

/** Wallets per call; their balances are an answer of some kilobytes. */
const WALLETS_PER_CALL = 100
/** Limit of one wallet's reorged deposits audited per round. */
const AUDITED_MAX = 50
/** Largest lag behind the final block; nodes prune the state of older ones. */
const LAG_MAX = 100
/** Maximum age of a node's head for a round. */
const HEAD_MAX_AGE_MS = 2_500

/**
 * Problems that leave a wallet unreconciled:
 * - `shortfall`: its deposits sum up to more than it has received.
 * - `unknown_moves`: it has sent transactions that aren't recorded.
 * - `disagreement`: nodes report different balances.
 * - `reorged`: blocks of its deposits were reorged out, and the audit hasn't
 *   settled these deposits yet.
 */
export const RECONCILE_PROBLEMS = [
  'shortfall',
  'unknown_moves',
  'disagreement',
  'reorged',
] as const
type Problem = (typeof RECONCILE_PROBLEMS)[number]

/** Balances and moves of some wallets at one block. */
type Reading = {
  block: number
  node: ChainNode
  balances: ReadonlyMap<Address, Balances>
  moves: ReadonlyMap<Address, WalletMoves>
}

/**
 * Opens the reconciliation of wallets: what a wallet has received by its balance
 * must equal the sum of its deposits. A surplus, sent by a contract or before
 * the wallet was registered, becomes an unattributed deposit.
 */
export function openReconciler({
  accounts,
  audit,
  balancedRoundEveryMs,
  chain,
  gaps,
  log,
  movesThrough,
  onRound,
  recent,
  tokenLog,
  transfers,
  unattributedDeposits,
  walletsAfter,
}: {
  accounts: AccountsStore
  audit: CreditAudit
  /** Interval of rounds while every wallet is balanced. */
  balancedRoundEveryMs: number
  chain: Chain
  gaps: GapsStore
  log: Logger
  movesThrough: WalletMovesThrough
  /** Called after each round over all wallets. */
  onRound(problems: ReadonlyMap<Problem, number>): void
  recent: RecentDepositsStore
  tokenLog: TokenLog
  transfers: IndexedTransfersStore
  unattributedDeposits: UnattributedDeposits
  /** Lists wallets of this chain instance, a page by player id. */
  walletsAfter(userId: string, limit: number): Promise<Owner[]>
}) {
  let cursor = NO_ID
  let roundBlock = -1
  let isBalanced = true
  let nextRoundMs = Number.NEGATIVE_INFINITY
  let problems = new Map<Problem, number>()

  /** Continues the round over all wallets by one page. */
  async function tick(term: Guard, signal: AbortSignal): Promise<void> {
    if (performance.now() < nextRoundMs) return
    await chain.check()
    const block = await coveredBlock(term, signal)
    await unattributedDeposits.creditWaiting(term)
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
    onRound(problems)
    problems = new Map()
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
      settledUpTo(node, HEAD_MAX_AGE_MS),
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
    const reading = await readBalances(wallets, block)
    if (!reading) return
    const unbalanced = new Set([
      ...(await gaps.walletsWith(wallets)),
      ...(await unbalancedOf(owners, reading)),
    ])
    const open = owners.filter(({ wallet }) => unbalanced.has(wallet))
    if (open.length === 0) return
    isBalanced = false
    const canonical: Owner[] = []
    for (const owner of await reliableOf(open, reading)) {
      if (signal.aborted) return
      if (await isCanonical(term, owner, signal)) canonical.push(owner)
    }
    if (signal.aborted) return
    await recordGaps(term, signal, { owners: canonical, reading })
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
    for (const cryptoType of ASSET_SYMBOLS) {
      const blocks = await accounts.blocksOf({ ...owner, cryptoType })
      reorged.push(...(await reorgedBlocks(chain, blocks)))
    }
    const hashes = reorged.map(({ blockHash }) => blockHash)
    const filter = { limit: AUDITED_MAX, userId: owner.userId }
    const rows = [
      ...(await recent.settledIn(hashes, filter)),
      ...(await recent.absent(filter)),
    ]
    await audit.checkDeposits(term, rows, signal)
    if (reorged.length > 0) report('reorged', owner.wallet)
    return reorged.length === 0
  }

  async function readBalances(
    wallets: readonly Address[],
    block: number,
  ): Promise<Reading | undefined> {
    const read = await chain.nodes.ask(async (node) => {
      if ((await settledUpTo(node, HEAD_MAX_AGE_MS)) < block) return undefined
      const asked = { wallets, block }
      return { node, balances: await balancesAt(node, chain.deployment, asked) }
    })
    if (!read) return undefined
    const moves = await movesThrough(BigInt(block), wallets)
    return { block, moves, ...read }
  }

  /** Returns wallets whose deposits don't sum up to what they received. */
  async function unbalancedOf(
    owners: readonly Owner[],
    { block, balances, moves }: Reading,
  ): Promise<Address[]> {
    const totals = new Map(
      (await accounts.through(block, owners)).map((total) => [
        `${total.wallet} ${total.cryptoType}`,
        total,
      ]),
    )
    const isUnbalanced = ({ wallet }: Owner) =>
      ASSET_SYMBOLS.some((asset) => {
        const total = totals.get(`${wallet} ${asset}`)
        const {
          settledWei = 0n,
          waitingWei = 0n,
          pendingWei = 0n,
        } = total ?? {}
        const received = receivedOf(
          asset,
          balances.get(wallet),
          moves.get(wallet),
        )
        return received.receivedWei !== settledWei + waitingWei + pendingWei
      })
    return owners.filter(isUnbalanced).map(({ wallet }) => wallet)
  }

  /** Returns wallets whose balance nodes agree on and whose moves are known. */
  async function reliableOf(
    owners: readonly Owner[],
    { block, balances, moves, node }: Reading,
  ): Promise<Owner[]> {
    const wallets = owners.map(({ wallet }) => wallet)
    const asked = { wallets, block }
    const others = await chain.nodes.askReachable(
      async (other) =>
        (await settledUpTo(other)) < block
          ? undefined
          : balancesAt(other, chain.deployment, asked),
      node,
    )
    const changed = await transfers.changedAmong(wallets, block)
    const counts = await answersTo(wallets, (address) =>
      node.client.getTransactionCount({ address, blockNumber: BigInt(block) }),
    )
    const reliable: Owner[] = []
    for (const owner of owners) {
      const { wallet } = owner
      // Unrecorded gas would be credited as a deposit, and once recorded it
      // would reduce the next deposit.
      if (changed.has(wallet) || moves.get(wallet)?.hasOpenPayment) continue
      const balance = balances.get(wallet)
      const isAgreed = others.every(
        ({ answer }) => !answer || isSameBalance(answer.get(wallet), balance),
      )
      const isKnown = counts.get(wallet) === moves.get(wallet)?.transactionCount
      if (!isAgreed) report('disagreement', wallet)
      else if (isKnown) reliable.push(owner)
      else report('unknown_moves', wallet)
    }
    return reliable
  }

  async function recordGaps(
    term: Guard,
    signal: AbortSignal,
    { owners, reading }: { owners: readonly Owner[]; reading: Reading },
  ): Promise<void> {
    const { block, balances, moves, node } = reading
    const blockHash = await node.hashAt(BigInt(block))
    if (!blockHash) return
    await removeReorgedGaps(owners, node)
    const keys = owners.flatMap((owner) =>
      ASSET_SYMBOLS.map((cryptoType) => ({ ...owner, cryptoType })),
    )
    for (const key of keys) {
      if (signal.aborted) return
      const { cryptoType, wallet } = key
      const outcome = await unattributedDeposits.reconcile(term, key, {
        blockNumber: block,
        blockHash,
        ...receivedOf(cryptoType, balances.get(wallet), moves.get(wallet)),
      })
      if (outcome === 'shortfall') report('shortfall', wallet)
    }
    await unattributedDeposits.creditWaiting(term)
  }

  async function removeReorgedGaps(owners: readonly Owner[], node: ChainNode) {
    const blocks = await gaps.blocksOf(owners.map(({ wallet }) => wallet))
    for (const { blockHash, blockNumber } of blocks) {
      const hash = await node.hashAt(BigInt(blockNumber))
      if (hash && hash !== blockHash) await gaps.removeAt(blockHash)
    }
  }

  function report(problem: Problem, wallet: Address): void {
    problems.set(problem, (problems.get(problem) ?? 0) + 1)
    log.warn({ wallet, problem }, 'wallet.unreconciled')
  }

  return { tick }
}
