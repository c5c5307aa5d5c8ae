import type { Address, Hash } from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type {
  ChainNode,
  ChainTransaction,
} from '../../../platform/chain/nodes/chain-node.ts'
import type { BlockPlace, DepositRow } from '../deposits.store.ts'
import type { IndexedTransfer } from '../ingest/transfer-recorder.ts'
import {
  type MinedTransaction,
  type MinedTransfer,
  openMinedTransactions,
} from './mined-transactions.ts'

/** Identifies a payment within its transaction. */
type PaymentKey = Pick<DepositRow, 'wallet' | 'cryptoType' | 'ordinal'>

export type Verdict =
  /** The payment is on the chain, in this block and of this amount. */
  | {
      kind: 'genuine'
      place: BlockPlace
      amountWei: bigint
      senders: readonly string[]
    }
  /** The node's current branch doesn't include the transaction. */
  | { kind: 'missing' }
  /** The transaction is in this block, but makes no such payment. */
  | { kind: 'refuted'; place: BlockPlace }

const MISSING: Verdict = { kind: 'missing' }

export type PaymentChecker = ReturnType<typeof openPaymentChecker>

/**
 * Opens checks of payments against single nodes: a payment is genuine if its
 * transaction succeeded in a block of the node's current branch, and moved that
 * asset to that wallet.
 */
export function openPaymentChecker(deployment: Deployment) {
  const { tokens } = deployment
  const transactions = openMinedTransactions(deployment)

  /** Returns the block of a transaction on the node's current branch. */
  async function placeOf(
    node: ChainNode,
    hash: Hash,
  ): Promise<BlockPlace | undefined> {
    return (await transactions.present(node, hash))?.place
  }

  /** Checks payments of one transaction, which should be in `blockNumber`. */
  async function check<T extends PaymentKey & { blockNumber: number }>(
    node: ChainNode,
    hash: Hash,
    payments: readonly T[],
  ): Promise<{ payment: T; verdict: Verdict }[]> {
    const hasNative = payments.some(({ cryptoType }) => cryptoType === 'tBNB')
    const [mined, transaction] = await Promise.all([
      transactions.present(node, hash, payments[0]?.blockNumber),
      hasNative ? node.transactionOf(hash) : undefined,
    ])
    return payments.map((payment) => ({
      payment,
      verdict: mined ? verdictOf(mined, transaction, payment) : MISSING,
    }))
  }

  /** Checks one deposit; `missing` if it has no transaction. */
  async function checkOne(node: ChainNode, row: DepositRow): Promise<Verdict> {
    const checked = row.txHash && (await check(node, row.txHash, [row]))
    return checked?.[0]?.verdict ?? MISSING
  }

  /**
   * Returns a transaction's transfers to a wallet, as the indexer would.
   *
   * @returns undefined if the node's current branch doesn't include it; an
   * empty list if it reverted or paid others.
   */
  async function transfersTo(
    node: ChainNode,
    { txHash, wallet }: { txHash: Hash; wallet: Address },
  ): Promise<IndexedTransfer[] | undefined> {
    const mined = await transactions.present(node, txHash)
    if (!mined) return undefined
    const { place, hasSucceeded, tokenTransfers } = mined
    if (!hasSucceeded) return []
    const transaction = await node.transactionOf(txHash)
    if (transaction?.blockHash !== place.blockHash) return undefined
    return ASSET_SYMBOLS.flatMap((cryptoType) => {
      const transfers =
        cryptoType === 'tBNB'
          ? nativeTransfers(transaction, wallet)
          : tokenTransfers(tokens[cryptoType], wallet)
      return transfers.map(({ from, amountWei }, ordinal) => ({
        txHash,
        wallet,
        ...place,
        cryptoType,
        ordinal,
        amountWei,
        sender: lowerCase(from),
      }))
    })
  }

  function verdictOf(
    mined: MinedTransaction,
    transaction: ChainTransaction | undefined,
    { cryptoType, wallet, ordinal }: PaymentKey,
  ): Verdict {
    const { place, hasSucceeded, from, tokenTransfers } = mined
    if (!hasSucceeded) return { kind: 'refuted', place }
    let transfer: MinedTransfer | undefined
    if (cryptoType === 'tBNB') {
      // Another node behind the same URL may have answered, and lag.
      if (transaction?.blockHash !== place.blockHash) return MISSING
      transfer = nativeTransfers(transaction, wallet)[0]
    } else {
      transfer = tokenTransfers(tokens[cryptoType], wallet)[ordinal]
    }
    if (!transfer) return { kind: 'refuted', place }
    const { amountWei } = transfer
    const senders = [transfer.from, from].map((sender) => sender.toLowerCase())
    return { kind: 'genuine', place, amountWei, senders }
  }

  return {
    placeOf,
    check,
    checkOne,
    transfersTo,
    /** Drops a node's receipt, so that it is read again. */
    forget: transactions.forget,
  }
}

/** A transaction pays native coins to one account at most. */
function nativeTransfers(
  { from, to, value }: ChainTransaction,
  wallet: Address,
): readonly MinedTransfer[] {
  const isPaid = to?.toLowerCase() === wallet.toLowerCase() && value > 0n
  return isPaid ? [{ from, amountWei: value }] : []
}
