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

type FateState =
  /** No node of the house's has heard of it, or not any more. */
  | 'unknown'
  /** It waits for a block. */
  | 'waiting'
  /** In a block. */
  | 'mined'
  /** In a block, where it moved nothing. */
  | 'failed'
  /** Another transaction of the wallet's seems to have its place. */
  | 'replaced'

/** What the chain says of a transaction that a wallet has sent. */
export interface Fate {
  state: FateState
  nonce?: number
  /** When the chain first said so, of the answers since in which it still did. */
  sinceMs: number
  /** From then to the last answer. No answer is none: it makes nothing last longer. */
  lastedMs: number
}

interface Sent {
  hash: Hash
  from: Address
}

/** @param before what was said of it the last time. */
export async function fateOf(
  client: Client,
  sent: Sent,
  before?: Fate,
): Promise<Fate> {
  const verdict = await verdictOf(client, sent, before?.nonce)
  const now = Date.now()
  const sinceMs = before?.state === verdict.state ? before.sinceMs : now
  return { ...verdict, sinceMs, lastedMs: now - sinceMs }
}

type Verdict = Pick<Fate, 'state' | 'nonce'>

async function verdictOf(
  client: Client,
  { hash, from }: Sent,
  nonce: number | undefined,
): Promise<Verdict> {
  const known = nonce === undefined ? {} : { nonce }
  const inBlock = await inBlockOf(client, hash)
  if (inBlock) return { state: inBlock, ...known }
  const waiting = await orUndefined(getTransaction(client, { hash }))
  if (waiting) return { state: 'waiting', nonce: waiting.nonce }
  if (nonce === undefined) return { state: 'unknown' }
  const used = await getTransactionCount(client, { address: from })
  if (used <= nonce) return { state: 'unknown', nonce }
  // A block may have come between the questions.
  const state = (await inBlockOf(client, hash)) ?? 'replaced'
  return { state, nonce }
}

async function inBlockOf(
  client: Client,
  hash: Hash,
): Promise<'mined' | 'failed' | undefined> {
  const receipt = await orUndefined(getTransactionReceipt(client, { hash }))
  if (!receipt) return undefined
  return receipt.status === 'success' ? 'mined' : 'failed'
}

async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    const isUnknown =
      error instanceof TransactionNotFoundError ||
      error instanceof TransactionReceiptNotFoundError
    if (isUnknown) return undefined
    throw error
  })
}
