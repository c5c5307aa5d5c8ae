import { LRUCache } from 'lru-cache'
import type { Address, Hash } from 'viem'
import type { Chain, ChainTransaction } from '../../platform/chain/chain.ts'
import type { DepositRow } from './deposits.store.ts'
import {
  type Paid,
  type TokenPayments,
  tokenPaymentsOf,
} from './mined-payments.ts'

/** What tells a payment from the other ones of its transaction. */
type PaymentKey = Pick<DepositRow, 'wallet' | 'cryptoType' | 'ordinal'>

export type BlockPlace = { blockNumber: number; blockHash: Hash }

export type Verdict =
  /** On the chain, in this block, and of this many wei. */
  | {
      kind: 'genuine'
      place: BlockPlace
      amount: bigint
      senders: readonly string[]
    }
  /** Nothing that the node shows of the present branch says anything about it. */
  | { kind: 'missing' }
  /** The transaction is in this block, and makes no such payment. */
  | { kind: 'refuted'; place: BlockPlace }

/** A transaction as a block holds it: in that block it never changes. */
type Mined = {
  hash: Hash
  place: BlockPlace
  from: Address
  hasSucceeded: boolean
  tokenPayments: TokenPayments
}

/** Log entries whose transactions are kept in mind. */
const LOGS_KEPT = 100_000

/**
 * Looks for payments on our own node: their transaction succeeded in a block
 * of the present branch, and moved that asset to that wallet.
 */
export class PaymentChecker {
  readonly #chain: Chain
  readonly #mined = new LRUCache<Hash, Mined>({ maxSize: LOGS_KEPT })

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /** Where a transaction is on the present branch. */
  async placeOf(hash: Hash): Promise<BlockPlace | undefined> {
    return (await this.#present(hash))?.place
  }

  /** Judges payments of one transaction. */
  async check<T extends PaymentKey>(
    hash: Hash,
    payments: readonly T[],
  ): Promise<{ payment: T; verdict: Verdict }[]> {
    const mined = await this.#present(hash)
    if (!mined) {
      return payments.map((payment) => ({ payment, verdict: MISSING }))
    }
    const hasNative = payments.some(({ cryptoType }) => cryptoType === 'tBNB')
    const transaction = hasNative
      ? await this.#chain.transactionOf(hash)
      : undefined
    return payments.map((payment) => ({
      payment,
      verdict:
        payment.cryptoType === 'tBNB'
          ? nativeVerdict(mined, transaction, payment)
          : verdictOn(mined, this.#tokenPayment(mined, payment)),
    }))
  }

  #tokenPayment(
    { tokenPayments }: Mined,
    { cryptoType, wallet, ordinal }: PaymentKey,
  ): Paid | undefined {
    if (cryptoType === 'tBNB') return undefined
    const token = this.#chain.deployment.tokens[cryptoType]
    return tokenPayments(token, wallet)[ordinal]
  }

  /** From mind only while the chain still has that block. */
  async #present(hash: Hash): Promise<Mined | undefined> {
    const kept = this.#mined.get(hash)
    if (kept && (await this.#isPresent(kept))) return kept
    this.#mined.delete(hash)
    const mined = await this.#ask(hash)
    return mined && (await this.#isPresent(mined)) ? mined : undefined
  }

  async #isPresent({ place }: Mined): Promise<boolean> {
    const { blockNumber, blockHash } = place
    return (await this.#chain.hashAt(BigInt(blockNumber))) === blockHash
  }

  async #ask(hash: Hash): Promise<Mined | undefined> {
    const { receiptOf, deployment } = this.#chain
    const receipt = await receiptOf(hash)
    if (!receipt) return undefined
    const { blockNumber, blockHash, from, status, logs } = receipt
    const tokens = Object.values(deployment.tokens)
    const mined = {
      hash,
      from,
      place: { blockNumber: Number(blockNumber), blockHash },
      hasSucceeded: status === 'success',
      tokenPayments: await tokenPaymentsOf(receipt, tokens),
    }
    this.#mined.set(hash, mined, { size: logs.length + 1 })
    return mined
  }
}

const MISSING: Verdict = { kind: 'missing' }

function nativeVerdict(
  mined: Mined,
  transaction: ChainTransaction | undefined,
  { wallet }: PaymentKey,
): Verdict {
  if (!mined.hasSucceeded) return verdictOn(mined, undefined)
  // Another node may answer behind the same URL, and not have come as far.
  if (transaction?.blockHash !== mined.place.blockHash) return MISSING
  const { from, to, value } = transaction
  const isPaid = to?.toLowerCase() === wallet && value > 0n
  return verdictOn(mined, isPaid ? { from, amount: value } : undefined)
}

function verdictOn(mined: Mined, paid: Paid | undefined): Verdict {
  const { place, hasSucceeded } = mined
  if (!(paid && hasSucceeded)) return { kind: 'refuted', place }
  const senders = [paid.from, mined.from].map((from) => from.toLowerCase())
  return { kind: 'genuine', place, amount: paid.amount, senders }
}
