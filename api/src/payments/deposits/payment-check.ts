import type { Address, Hash } from 'viem'
import type { Deployment } from '#core/schemas/deployment.ts'
import type {
  ChainNode,
  ChainTransaction,
} from '../../platform/chain/nodes/chain-node.ts'
import type { DepositRow } from './deposits.store.ts'
import type { Paid } from './mined-payments.ts'
import {
  type BlockPlace,
  type Mined,
  MinedTransactions,
} from './mined-transactions.ts'

/** What tells a payment from the other ones of its transaction. */
type PaymentKey = Pick<DepositRow, 'wallet' | 'cryptoType' | 'ordinal'>
/** A payment, and the block that it should be in. */
type Placed = PaymentKey & Pick<DepositRow, 'blockNumber'>

export type Verdict =
  /** On the chain, in this block, and of this many wei. */
  | {
      kind: 'genuine'
      place: BlockPlace
      amount: bigint
      senders: readonly string[]
    }
  /** Nothing that the node shows of its present branch says anything about it. */
  | { kind: 'missing' }
  /** The transaction is in this block, and makes no such payment. */
  | { kind: 'refuted'; place: BlockPlace }

export type Checked<T> = { payment: T; verdict: Verdict }

/**
 * Looks for payments on a node of ours: their transaction succeeded in a block
 * of its present branch, and moved that asset to that wallet.
 */
export class PaymentChecker {
  readonly #tokens: Deployment['tokens']
  readonly #mined: MinedTransactions

  constructor(deployment: Deployment) {
    this.#tokens = deployment.tokens
    this.#mined = new MinedTransactions(deployment)
  }

  /** Where a transaction is on the node's present branch. */
  async placeOf(node: ChainNode, hash: Hash): Promise<BlockPlace | undefined> {
    return (await this.#mined.present(node, hash))?.place
  }

  /** Judges payments of one transaction. */
  async check<T extends Placed>(
    node: ChainNode,
    hash: Hash,
    payments: readonly T[],
  ): Promise<Checked<T>[]> {
    const hasNative = payments.some(({ cryptoType }) => cryptoType === 'tBNB')
    const [mined, transaction] = await Promise.all([
      this.#mined.present(node, hash, payments[0]?.blockNumber),
      hasNative ? node.transactionOf(hash) : undefined,
    ])
    if (!mined) {
      return payments.map((payment) => ({ payment, verdict: MISSING }))
    }
    return payments.map((payment) => ({
      payment,
      verdict:
        payment.cryptoType === 'tBNB'
          ? nativeVerdict(mined, transaction, payment)
          : verdictOn(mined, this.#tokenPayment(mined, payment)),
    }))
  }

  /** Judges one payment, which no transaction may explain. */
  async checkOne(node: ChainNode, payment: DepositRow): Promise<Verdict> {
    const { txHash } = payment
    const checked = txHash && (await this.check(node, txHash, [payment]))
    return checked?.[0]?.verdict ?? MISSING
  }

  /**
   * All that a transaction paid to a wallet, in the order of its ordinals.
   *
   * @returns undefined while no block of the node's present branch has it;
   * nothing when it was reverted, or paid others.
   */
  async paymentsTo(
    node: ChainNode,
    { txHash, wallet }: { txHash: Hash; wallet: Address },
  ): Promise<MinedPayments | undefined> {
    const mined = await this.#mined.present(node, txHash)
    if (!mined) return undefined
    const { place, hasSucceeded, tokenPayments } = mined
    if (!hasSucceeded) return { place, tBNB: [], GUMBY: [], POKEY: [] }
    const transaction = await node.transactionOf(txHash)
    if (transaction?.blockHash !== place.blockHash) return undefined
    return {
      place,
      tBNB: nativePayments(transaction, wallet),
      GUMBY: tokenPayments(this.#tokens.GUMBY, wallet),
      POKEY: tokenPayments(this.#tokens.POKEY, wallet),
    }
  }

  /** Has the transaction read anew: a node may have been wrong about it. */
  forget(node: ChainNode, { txHash }: Pick<DepositRow, 'txHash'>): void {
    if (txHash) this.#mined.forget(node, txHash)
  }

  #tokenPayment(
    { tokenPayments }: Mined,
    { cryptoType, wallet, ordinal }: PaymentKey,
  ): Paid | undefined {
    if (cryptoType === 'tBNB') return undefined
    return tokenPayments(this.#tokens[cryptoType], wallet)[ordinal]
  }
}

export type MinedPayments = { place: BlockPlace } & Record<
  DepositRow['cryptoType'],
  readonly Paid[]
>

const MISSING: Verdict = { kind: 'missing' }

function nativeVerdict(
  mined: Mined,
  transaction: ChainTransaction | undefined,
  { wallet }: PaymentKey,
): Verdict {
  if (!mined.hasSucceeded) return verdictOn(mined, undefined)
  // Another node may answer behind the same URL, and not have come as far.
  if (transaction?.blockHash !== mined.place.blockHash) return MISSING
  return verdictOn(mined, nativePayments(transaction, wallet)[0])
}

/** A transaction pays the chain's own coin to one account at most. */
function nativePayments(
  { from, to, value }: ChainTransaction,
  wallet: Address,
): readonly Paid[] {
  const isPaid = to?.toLowerCase() === wallet.toLowerCase() && value > 0n
  return isPaid ? [{ from, amount: value }] : []
}

function verdictOn(mined: Mined, paid: Paid | undefined): Verdict {
  const { place, hasSucceeded } = mined
  if (!(paid && hasSucceeded)) return { kind: 'refuted', place }
  const senders = [paid.from, mined.from].map((from) => from.toLowerCase())
  return { kind: 'genuine', place, amount: paid.amount, senders }
}
