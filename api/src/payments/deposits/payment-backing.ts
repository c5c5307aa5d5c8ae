import { LRUCache } from 'lru-cache'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { WalletMoves, WalletMovesThrough } from '../sweep/sweep.service.ts'
import type { AccountsStore, Received } from './accounts.store.ts'
import type { DepositRow } from './deposits.store.ts'
import { type Amounts, holdingsAt, isSameHolding } from './holdings.ts'
import { receivedOf } from './received.ts'
import { reorgedBlocks } from './reorged-blocks.ts'
import { holdingsAfter } from './settled-holdings.ts'
import { NodesDisagree, settledUpTo } from './settled-payments.ts'
import type { UnattributedStore } from './unattributed.store.ts'

/** What wallets had received, up to a final block. */
export type Backing = {
  received(row: DepositRow): Received
  /** Payments not backed before, of accounts whose other payments are there. */
  mayBeCut: ReadonlySet<string>
}

type BackingDeps = {
  chain: Chain
  accounts: AccountsStore
  unattributed: UnattributedStore
  ledger: LedgerService
  movesThrough: WalletMovesThrough
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
}

/** What a node says that a wallet holds. */
type Told = { block: number; node: ChainNode; held: Amounts | undefined }

/** Payments that once seemed not to be backed are kept in mind. */
const SHORT_KEPT = 10_000

/**
 * A token's log is its own claim, and what a transaction paid may have been
 * found before and credited without it. What is credited of payments to a
 * wallet, or noted as too little, is never more than what the wallet has really
 * received.
 */
export class PaymentBacking {
  readonly #deps: BackingDeps
  readonly #shortAt = new LRUCache<string, number>({ max: SHORT_KEPT })

  constructor(deps: BackingDeps) {
    this.#deps = deps
  }

  /**
   * Asks what the wallets of payments received, in one call.
   *
   * @returns `pruned` where no node at all keeps such old state.
   * @throws while the chain can not be asked, or no node has come so far.
   */
  async backingOf(rows: readonly DepositRow[]): Promise<Backing | 'pruned'> {
    const { chain, log, metrics, movesThrough } = this.#deps
    const wallets = [...new Set(rows.map(({ wallet }) => wallet))]
    const last = Math.max(...rows.map(({ blockNumber }) => blockNumber))
    const told = await holdingsAfter(chain, { wallets, last }, log)
    if (told === 'pruned') return told
    const { block, held, node } = told
    const moves = await movesThrough(BigInt(block), wallets)
    const mayBeCut = new Set<string>()
    for (const row of rows.filter(({ id }) => this.#shortAt.has(id))) {
      const told = { block, node, held: held.get(row.wallet) }
      const moved = moves.get(row.wallet)
      // That one can not be judged is no reason to let others wait.
      const isProven = await this.#isProven(row, told, moved).catch(
        (error: unknown) => {
          if (error instanceof NodesDisagree) metrics.rpcDisagreements.inc()
          log.warn({ error, deposit: row.id }, 'deposit.backing_failed')
          return false
        },
      )
      if (isProven) mayBeCut.add(row.id)
    }
    return {
      mayBeCut,
      received: ({ cryptoType, wallet }) => ({
        blockNumber: block,
        ...receivedOf(cryptoType, held.get(wallet), moves.get(wallet)),
      }),
    }
  }

  /**
   * How much of a payment is backed, in a transaction that credits it.
   *
   * @returns undefined when it is not all of it for the first time: balances
   * of a later block have to show the same; and while a payment that the chain
   * undid is still counted.
   */
  async backed(
    tx: Transaction,
    row: DepositRow,
    backing: Backing,
  ): Promise<bigint | undefined> {
    const { unattributed } = this.#deps
    const { mayBeCut } = backing
    const { blockNumber, roomWei } = await this.#roomOf(tx, row, backing)
    const found = await unattributed.lockFor(tx, row)
    const isCounted =
      found?.status !== 'pending' && found && found.blockNumber <= blockNumber
    const room = roomWei + (isCounted ? found.amount : 0n)
    if (room >= row.amount) {
      this.#shortAt.delete(row.id)
      return row.amount
    }
    const before = this.#shortAt.get(row.id)
    if (before === undefined) this.#shortAt.set(row.id, blockNumber)
    if (before === undefined || before >= blockNumber) return undefined
    if (!mayBeCut.has(row.id)) return undefined
    return room > 0n ? room : 0n
  }

  /** Whether all of some payments of one account are backed together. */
  async areBacked(
    tx: Transaction,
    rows: readonly DepositRow[],
    backing: Backing,
  ): Promise<boolean> {
    const [first] = rows
    if (!first) return true
    const { roomWei } = await this.#roomOf(tx, first, backing)
    const isAll = roomWei >= rows.reduce((sum, { amount }) => sum + amount, 0n)
    if (isAll) for (const { id } of rows) this.#shortAt.delete(id)
    return isAll
  }

  async #roomOf(tx: Transaction, row: DepositRow, { received }: Backing) {
    const { accounts, ledger } = this.#deps
    // Another of its payments may be settled at the same time.
    await ledger.lock(tx, row.userId)
    const arrived = received(row)
    const { roomWei } = await accounts.roomOf(row, arrived, tx)
    return { roomWei, blockNumber: arrived.blockNumber }
  }

  /** Whether all that is known says what the wallet has received. */
  async #isProven(
    row: DepositRow,
    { block, node, held }: Told,
    moved: WalletMoves | undefined,
  ): Promise<boolean> {
    const { accounts, chain } = this.#deps
    const { wallet } = row
    const others = await chain.nodes.askReachable(async (other) => {
      if ((await settledUpTo(other)) < block) return undefined
      const asked = { wallets: [wallet], block }
      return (await holdingsAt(other, chain.deployment, asked)).get(wallet)
    }, node)
    const other = others.find(
      ({ answer }) => answer && !isSameHolding(answer, held),
    )
    if (other) throw new NodesDisagree([node, other.node], block)
    const count = await node.client.getTransactionCount({
      address: wallet,
      blockNumber: BigInt(block),
    })
    // A transaction of the wallet that is not noted explains what lacks.
    if (count !== moved?.transactionCount) return false
    // One that the chain undid would take the place of a real one.
    return (
      (await reorgedBlocks(chain, await accounts.placesOf(row))).length === 0
    )
  }
}
