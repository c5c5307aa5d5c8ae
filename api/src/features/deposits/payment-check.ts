import { type Address, erc20Abi, type Hash, parseEventLogs } from 'viem'
import type { Chain, Receipt } from '../../platform/chain/chain.ts'
import type { DepositRow } from './deposits.store.ts'

/** A payment as it is kept, before the chain was asked. */
export type ClaimedPayment = Pick<
  DepositRow,
  'txHash' | 'wallet' | 'cryptoType' | 'ordinal' | 'amount'
>

export type BlockPlace = { blockNumber: number; blockHash: Hash }

export type Verdict =
  /** On the chain, in this block, as claimed. */
  | { kind: 'genuine'; place: BlockPlace; senders: readonly string[] }
  /** Nothing on the chain's present branch says anything about it. */
  | { kind: 'missing' }
  /** The transaction is in this block, and is no such payment. */
  | { kind: 'refuted'; place: BlockPlace }

/**
 * Looks for a payment on our own node: its transaction succeeded in a block of
 * the present branch, and moved that amount of that asset to that wallet.
 */
export async function checkPayment(
  chain: Chain,
  claimed: ClaimedPayment,
): Promise<Verdict> {
  const { txHash } = claimed
  const receipt = txHash && (await chain.receiptOf(txHash))
  if (!receipt) return { kind: 'missing' }
  const { blockNumber, blockHash } = receipt
  if ((await chain.hashAt(blockNumber)) !== blockHash) {
    return { kind: 'missing' }
  }
  const place = { blockNumber: Number(blockNumber), blockHash }
  if (receipt.status !== 'success') return { kind: 'refuted', place }
  const { cryptoType } = claimed
  const paid =
    cryptoType === 'tBNB'
      ? await nativePayment(chain, receipt)
      : tokenPayment(receipt, chain.deployment.tokens[cryptoType], claimed)
  if (!paid || !isSame(paid, claimed)) return { kind: 'refuted', place }
  const senders = [paid.from, receipt.from].map((from) => from.toLowerCase())
  return { kind: 'genuine', place, senders }
}

type Paid = { from: Address; to: Address; value: bigint }

async function nativePayment(
  chain: Chain,
  receipt: Receipt,
): Promise<Paid | undefined> {
  const transaction = await chain.transactionOf(receipt.transactionHash)
  if (!transaction?.to || transaction.blockHash !== receipt.blockHash) {
    return undefined
  }
  const { from, to, value } = transaction
  return { from, to, value }
}

/** The transaction's n-th payment of the token to the wallet. */
function tokenPayment(
  { logs }: Receipt,
  token: string,
  { wallet, ordinal }: ClaimedPayment,
): Paid | undefined {
  const emitted = logs.filter((log) => isSameHex(log.address, token))
  const transfers = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: emitted,
  })
  return transfers
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .map(({ args }) => args)
    .filter(({ to, value }) => isSameHex(to, wallet) && value > 0n)
    .at(ordinal)
}

function isSame(paid: Paid, { wallet, amount }: ClaimedPayment): boolean {
  return isSameHex(paid.to, wallet) && paid.value === amount
}

function isSameHex(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
