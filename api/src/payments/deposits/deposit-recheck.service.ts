import type { Address, Hash } from 'viem'
import type { DepositStatus, RecheckAnswer } from '#core/api/wallet.ts'
import { confirmationsOf } from '#core/deposits/confirmations.ts'
import { Refusal } from '#core/refusals.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Guard, shortGuard } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { CreditAudit } from './credit-audit.ts'
import type { DepositTimeline } from './deposit-timeline.service.ts'
import type { DepositWatcher } from './deposit-watcher.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositsStore } from './deposits.store.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'
import type { PaymentChecker } from './payment-check.ts'
import { transactionPayments } from './transaction-payments.ts'

/** Looked into at once; the rest of a flood is left to the job. */
const PAYMENTS_MOST = 200
const CHECK_MS = 5_000
/** Of all players: the nodes have deposits to tell of meanwhile. */
const CHECKS_AT_ONCE = 8

type RecheckDeps = {
  chain: Chain
  checker: PaymentChecker
  site: DepositChain
  db: Database
  store: DepositsStore
  deposits: DepositsService
  timeline: DepositTimeline
  watcher: DepositWatcher
  audit: CreditAudit
  walletOf(userId: string): Promise<Address | undefined>
  log: Logger
}

type Asked = { userId: string; txHash: Hash; wallet: Address }

/**
 * Transfers to a wallet, or the block in which a contract call may have paid
 * it.
 */
type Found = { transfers: IndexedTransfer[] } | { paidByCodeIn: number }

/** Gas of a plain transfer; more gas means that the transaction ran code. */
const PLAIN_PAYMENT_GAS = 21_000n

/**
 * Looks into a payment that its player misses, in whichever process is asked.
 */
export class DepositRecheck {
  readonly #deps: RecheckDeps
  readonly #checking = new Map<string, Promise<Found>>()

  constructor(deps: RecheckDeps) {
    this.#deps = deps
  }

  /**
   * Finds a transaction's payments to the player's own wallet, stores them as
   * indexed transfers, and checks them at once. Payments from contract code
   * show up only in the wallet's balance, so for those it returns earlier
   * findings.
   *
   * @throws not_found, unavailable
   */
  async recheck(userId: string, txHash: Hash): Promise<RecheckAnswer> {
    const { timeline, walletOf } = this.#deps
    const wallet = await walletOf(userId)
    if (!wallet) throw new Refusal('no_wallet')
    const found = await this.#checkOnce({ userId, txHash, wallet })
    if ('transfers' in found) {
      const deposits = await timeline.listOf(userId, txHash)
      return { deposits, reconciling: false }
    }
    const deposits = await timeline.foundAt(userId, found.paidByCodeIn)
    return { deposits, reconciling: deposits.length === 0 }
  }

  /** Who asks again meanwhile waits for the same answer. */
  #checkOnce(asked: Asked): Promise<Found> {
    const key = `${asked.userId} ${asked.txHash}`
    const known = this.#checking.get(key)
    if (known) return known
    if (this.#checking.size >= CHECKS_AT_ONCE) throw new Refusal('checks_busy')
    const checking = this.#checkNow(asked).finally(() =>
      this.#checking.delete(key),
    )
    this.#checking.set(key, checking)
    return checking
  }

  async #checkNow(asked: Asked): Promise<Found> {
    const { db, log } = this.#deps
    try {
      return await this.#check(await shortGuard(db), asked)
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ error }, 'deposit.recheck_failed')
      throw new Refusal('chain_unreachable')
    }
  }

  async #check(guard: Guard, asked: Asked): Promise<Found> {
    const { audit, chain, deposits, site, store, watcher } = this.#deps
    const { userId } = asked
    await chain.check()
    const found = await this.#find(asked)
    if (!('transfers' in found)) return found
    const { transfers } = found
    const head = Number(await chain.head())
    const seen = transfers.slice(0, PAYMENTS_MOST).map((transfer) => {
      const confirmations = confirmationsOf(transfer.blockNumber, head)
      return { transfer, userId, confirmations }
    })
    await deposits.record(guard, seen)
    const kept = (status: DepositStatus) =>
      store.ofTransaction({ ...site, status }, asked, PAYMENTS_MOST)
    const undone = [...(await kept('reversed')), ...(await kept('rejected'))]
    for (const row of undone) {
      // What is on the chain and rightly brought nothing stays rejected.
      if (row.confirmations === 0) await audit.look(guard, row)
    }
    // What can not be settled yet is kept, and the job goes on with it.
    const stop = AbortSignal.timeout(CHECK_MS)
    await watcher.follow(guard, await kept('pending'), { head, stop })
    return found
  }

  async #find({ txHash, wallet }: Asked): Promise<Found> {
    const { chain, checker } = this.#deps
    // Reads every node again: a wrong answer may be why the player asks.
    await chain.nodes.askEach(async (node) => checker.forget(node, { txHash }))
    const transfers = await chain.nodes.ask((node) =>
      transactionPayments(checker, node, { txHash, wallet }),
    )
    if (!transfers) throw new Refusal('payment_unknown')
    if (transfers.length > 0) return { transfers }
    const paidByCodeIn = await chain.nodes.ask((node) =>
      blockPaidByCode(node, { txHash, wallet }),
    )
    if (paidByCodeIn !== undefined) return { paidByCodeIn }
    throw new Refusal('unpaid')
  }
}

/**
 * Returns the block of a contract call if the wallet received native coins in
 * that block. Batch payments, self-destructs and EIP-7702 batches leave no
 * other trace.
 */
async function blockPaidByCode(
  { client, receiptOf }: ChainNode,
  { txHash, wallet: address }: Omit<Asked, 'userId'>,
): Promise<number | undefined> {
  const receipt = await receiptOf(txHash)
  if (receipt?.status !== 'success') return undefined
  const { blockNumber, gasUsed } = receipt
  if (gasUsed <= PLAIN_PAYMENT_GAS || blockNumber === 0n) return undefined
  const [before, after] = await Promise.all([
    client.getBalance({ address, blockNumber: blockNumber - 1n }),
    client.getBalance({ address, blockNumber }),
  ])
  return after > before ? Number(blockNumber) : undefined
}
