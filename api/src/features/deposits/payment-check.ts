import { type Address, erc20Abi, type Hash, parseEventLogs } from 'viem'
import type {
  Chain,
  ChainTransaction,
  Receipt,
} from '../../platform/chain/chain.ts'
import type { DepositRow } from './deposits.store.ts'

/** What tells a payment from every other one. */
export type PaymentKey = Pick<
  DepositRow,
  'txHash' | 'wallet' | 'cryptoType' | 'ordinal'
>

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

/**
 * Looks for a payment on our own node: its transaction succeeded in a block of
 * the present branch, and moved that asset to that wallet.
 */
export async function checkPayment(
  chain: Chain,
  key: PaymentKey,
): Promise<Verdict> {
  const { txHash, cryptoType, wallet } = key
  const receipt = txHash && (await chain.receiptOf(txHash))
  if (!receipt) return { kind: 'missing' }
  const { blockNumber, blockHash } = receipt
  if ((await chain.hashAt(blockNumber)) !== blockHash) {
    return { kind: 'missing' }
  }
  if (receipt.status !== 'success') return verdictOn(receipt, undefined)
  if (cryptoType !== 'tBNB') {
    const token = chain.deployment.tokens[cryptoType]
    return verdictOn(receipt, tokenPayment(receipt, token, key))
  }
  const transaction = await chain.transactionOf(receipt.transactionHash)
  // Another node may answer behind the same URL, and not have come as far.
  if (transaction?.blockHash !== blockHash) return { kind: 'missing' }
  return verdictOn(receipt, nativePayment(transaction, wallet))
}

type Paid = { from: Address; amount: bigint }

function verdictOn(receipt: Receipt, paid: Paid | undefined): Verdict {
  const { blockNumber, blockHash } = receipt
  const place = { blockNumber: Number(blockNumber), blockHash }
  if (!paid) return { kind: 'refuted', place }
  const senders = [paid.from, receipt.from].map((from) => from.toLowerCase())
  return { kind: 'genuine', place, amount: paid.amount, senders }
}

function nativePayment(
  { from, to, value }: ChainTransaction,
  wallet: Address,
): Paid | undefined {
  const isPaid = to && isSameHex(to, wallet) && value > 0n
  return isPaid ? { from, amount: value } : undefined
}

/** The transaction's n-th payment of the token to the wallet. */
function tokenPayment(
  { logs }: Receipt,
  token: Address,
  { wallet, ordinal }: PaymentKey,
): Paid | undefined {
  const emitted = logs.filter((log) => isSameHex(log.address, token))
  const transfers = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: emitted,
  })
  return transfers
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .map(({ args: { from, to, value } }) => ({ from, to, amount: value }))
    .filter(({ to, amount }) => isSameHex(to, wallet) && amount > 0n)
    .at(ordinal)
}

function isSameHex(a: Address, b: Address): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
