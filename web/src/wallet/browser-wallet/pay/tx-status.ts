import {
  type Address,
  type Client,
  type Hash,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import {
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'

type Observation = {
  /**
   * `unknown` to our nodes, `waiting` for a block, `mined`, `failed` in a
   * block, or `replaced`: its nonce was used by another transaction.
   */
  state: 'unknown' | 'waiting' | 'mined' | 'failed' | 'replaced'
  nonce?: number
}

/** Status of a transaction that a wallet has sent. */
export type TxStatus = Observation & {
  /** First of the latest reads that all returned this state, in epoch ms. */
  sinceMs: number
  /** From then to the last read. Failed reads don't extend it. */
  lastedMs: number
}

type SentTx = {
  hash: Hash
  from: Address
}

/** @param before the status of the last read. */
export async function readTxStatus(
  client: Client,
  sent: SentTx,
  before?: TxStatus,
): Promise<TxStatus> {
  const seen = await observe(client, sent, before?.nonce)
  const now = Date.now()
  const sinceMs = before?.state === seen.state ? before.sinceMs : now
  return { ...seen, sinceMs, lastedMs: now - sinceMs }
}

async function observe(
  client: Client,
  { hash, from }: SentTx,
  nonce: number | undefined,
): Promise<Observation> {
  const known = nonce === undefined ? {} : { nonce }
  const inBlock = await stateInBlock(client, hash)
  if (inBlock) return { state: inBlock, ...known }
  const waiting = await orUndefined(getTransaction(client, { hash }))
  if (waiting) return { state: 'waiting', nonce: waiting.nonce }
  if (nonce === undefined) return { state: 'unknown' }
  const used = await getTransactionCount(client, { address: from })
  if (used <= nonce) return { state: 'unknown', nonce }
  // Again: a block may have come since the first read.
  const state = (await stateInBlock(client, hash)) ?? 'replaced'
  return { state, nonce }
}

async function stateInBlock(
  client: Client,
  hash: Hash,
): Promise<'mined' | 'failed' | undefined> {
  const receipt = await orUndefined(getTransactionReceipt(client, { hash }))
  if (!receipt) return undefined
  return receipt.status === 'success' ? 'mined' : 'failed'
}

async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    const isUnknown =
      error instanceof TransactionNotFoundError ||
      error instanceof TransactionReceiptNotFoundError
    if (isUnknown) return undefined
    throw error
  })
}
