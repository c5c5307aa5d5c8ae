import { LRUCache } from 'lru-cache'
import type { LedgerService } from '../../../ledger/ledger.service.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type {
  WalletMoves,
  WalletMovesThrough,
} from '../../sweep/sweep.service.ts'
import type { AccountsStore, Received } from '../accounts.store.ts'
import type { DepositRow } from '../deposits.store.ts'
import type { UnattributedStore } from '../unattributed.store.ts'
import { reorgedBlocks } from './inclusion-check.ts'
import { NodesDisagree, settledUpTo } from './settled-payments.ts'
import {
  type Balances,
  balancesAt,
  isSameBalance,
  receivedOf,
  settledBalances,
} from './wallet-balances.ts'

/** Received amounts of wallets up to a final block. */
type Backing = {
  received(row: DepositRow): Received
  /** Ids of deposits whose shortfall all nodes and our records confirm. */
  shortfalls: ReadonlySet<string>
}

type BackingDeps = {
  accounts: AccountsStore
  chain: Chain
  ledger: LedgerService
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
  movesThrough: WalletMovesThrough
  unattributed: UnattributedStore
}

/** Balances of a wallet by one node. */
type NodeBalances = {
  block: number
  node: ChainNode
  balances: Balances | undefined
}

/** Deposits whose first shortfall is remembered. */
const SHORTFALLS_MAX = 10_000

export type PaymentBacking = ReturnType<typeof openPaymentBacking>

/**
 * Limits credits to what wallets have received. A token's log can claim any
 * amount, and reconciliation may have credited a payment already, so deposits
 * of a wallet never sum up to more than its balance plus what it sent.
 */
export function openPaymentBacking({
  accounts,
  chain,
  ledger,
  log,
  metrics,
  movesThrough,
  unattributed,
}: BackingDeps) {
  const shortfallBlocks = new LRUCache<string, number>({ max: SHORTFALLS_MAX })

  /**
   * Reads what the deposits' wallets have received, in one call.
   *
   * @returns `pruned` if no node has the state of such an old block.
   * @throws when nodes are unreachable or all lag.
   */
  async function read(
    rows: readonly DepositRow[],
  ): Promise<Backing | 'pruned'> {
    const wallets = [...new Set(rows.map(({ wallet }) => wallet))]
    const last = Math.max(...rows.map(({ blockNumber }) => blockNumber))
    const settled = await settledBalances(chain, { wallets, last }, log)
    if (settled === 'pruned') return settled
    const { block, balances, node } = settled
    const moves = await movesThrough(BigInt(block), wallets)
    const shortfalls = new Set<string>()
    for (const row of rows.filter(({ id }) => shortfallBlocks.has(id))) {
      const first = { block, node, balances: balances.get(row.wallet) }
      // A failure delays only this deposit.
      const isProven = await isShortfallProven(
        row,
        first,
        moves.get(row.wallet),
      ).catch((error: unknown) => {
        if (error instanceof NodesDisagree) metrics.rpcDisagreements.inc()
        log.warn({ error, deposit: row.id }, 'deposit.backing_failed')
        return false
      })
      if (isProven) shortfalls.add(row.id)
    }
    return {
      shortfalls,
      received: ({ cryptoType, wallet }) => ({
        blockNumber: block,
        ...receivedOf(cryptoType, balances.get(wallet), moves.get(wallet)),
      }),
    }
  }

  /**
   * Returns how much of a deposit is backed, in the transaction that credits it.
   *
   * @returns undefined for a first shortfall, which a later block has to
   * confirm, and while a reorged payment still counts as received.
   */
  async function backedWei(
    tx: Transaction,
    row: DepositRow,
    backing: Backing,
  ): Promise<bigint | undefined> {
    const { blockNumber, remainingWei } = await remainingOf(tx, row, backing)
    const whole = await unattributed.lockFor(tx, row)
    const isCounted =
      whole?.status !== 'pending' && whole && whole.blockNumber <= blockNumber
    const availableWei = remainingWei + (isCounted ? whole.amountWei : 0n)
    if (availableWei >= row.amountWei) {
      shortfallBlocks.delete(row.id)
      return row.amountWei
    }
    const before = shortfallBlocks.get(row.id)
    if (before === undefined) shortfallBlocks.set(row.id, blockNumber)
    if (before === undefined || before >= blockNumber) return undefined
    if (!backing.shortfalls.has(row.id)) return undefined
    return availableWei > 0n ? availableWei : 0n
  }

  /** True if all the given deposits of one account are backed together. */
  async function areBacked(
    tx: Transaction,
    rows: readonly DepositRow[],
    backing: Backing,
  ): Promise<boolean> {
    const [first] = rows
    if (!first) return true
    const { remainingWei } = await remainingOf(tx, first, backing)
    const sumWei = rows.reduce((sum, { amountWei }) => sum + amountWei, 0n)
    if (remainingWei < sumWei) return false
    for (const { id } of rows) shortfallBlocks.delete(id)
    return true
  }

  async function remainingOf(
    tx: Transaction,
    row: DepositRow,
    { received }: Backing,
  ) {
    // Serializes settlements of the player's deposits.
    await ledger.lock(tx, row.userId)
    const arrived = received(row)
    const { remainingWei } = await accounts.remainingOf(row, arrived, tx)
    return { remainingWei, blockNumber: arrived.blockNumber }
  }

  /** True if nodes agree on the balance and all the wallet's moves are known. */
  async function isShortfallProven(
    row: DepositRow,
    { block, node, balances }: NodeBalances,
    moves: WalletMoves | undefined,
  ): Promise<boolean> {
    const { wallet } = row
    const others = await chain.nodes.askReachable(async (other) => {
      if ((await settledUpTo(other)) < block) return undefined
      const asked = { wallets: [wallet], block }
      return (await balancesAt(other, chain.deployment, asked)).get(wallet)
    }, node)
    const other = others.find(
      ({ answer }) => answer && !isSameBalance(answer, balances),
    )
    if (other) throw new NodesDisagree([node, other.node], block)
    const count = await node.client.getTransactionCount({
      address: wallet,
      blockNumber: BigInt(block),
    })
    // An unrecorded transaction of the wallet may explain the shortfall.
    if (count !== moves?.transactionCount) return false
    // A reorged payment that still counts would displace a real one.
    const reorged = await reorgedBlocks(chain, await accounts.blocksOf(row))
    return reorged.length === 0
  }

  return { read, backedWei, areBacked }
}

/**
 * Reads the limit of a credit by an operator, which admits the whole deposit or
 * nothing: amounts are only reduced automatically.
 *
 * @returns undefined if no node has the state of such an old block.
 * @throws when nodes are unreachable.
 */
export async function creditLimitOf(deps: BackingDeps, row: DepositRow) {
  // Opened for each call: with a remembered shortfall it may reduce the amount.
  const backing = openPaymentBacking(deps)
  const known = await backing.read([row])
  if (known === 'pruned') return undefined
  return (tx: Transaction, locked: DepositRow) =>
    backing.backedWei(tx, locked, known)
}
