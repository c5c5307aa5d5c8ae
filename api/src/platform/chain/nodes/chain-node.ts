import {
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  http,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'

const TIMEOUT_MS = 5_000

export type Receipt = Awaited<ReturnType<PublicClient['getTransactionReceipt']>>
export type ChainTransaction = Awaited<
  ReturnType<PublicClient['getTransaction']>
>

/** What can be asked about the chain; answers are those of its present branch. */
export type ChainReads = {
  head(): Promise<bigint>
  /** The block up to which the chain itself says that nothing can change. */
  finalized(): Promise<bigint>
  /** The hash of the chain's block at a height; undefined above its head. */
  hashAt(blockNumber: bigint): Promise<Hash | undefined>
  receiptOf(hash: Hash): Promise<Receipt | undefined>
  transactionOf(hash: Hash): Promise<ChainTransaction | undefined>
}

/** One node of the chain. Nodes differ in how far they are, and may be wrong. */
export type ChainNode = ChainReads & {
  /** Its place in RPC_URL, from 1: the URL may hold a key. */
  place: number
  client: PublicClient
}

export type NodeLimits = {
  /** A longer answer is none. */
  maxResponseBodySize?: number
}

export function chainNode(
  url: string,
  place: number,
  limits: NodeLimits = {},
): ChainNode {
  const timing = { timeout: TIMEOUT_MS, retryCount: 0 }
  const transport = http(url, { ...timing, ...limits })
  const client = createPublicClient({ transport, cacheTime: 0 })
  return {
    place,
    client,
    head: () => client.getBlockNumber(),
    finalized: () =>
      client.getBlock({ blockTag: 'finalized' }).then(({ number }) => number),
    hashAt: (blockNumber) =>
      client
        .getBlock({ blockNumber })
        .then(({ hash }) => hash, unless(BlockNotFoundError)),
    receiptOf: (hash) =>
      client
        .getTransactionReceipt({ hash })
        .catch(unless(TransactionReceiptNotFoundError)),
    transactionOf: (hash) =>
      client.getTransaction({ hash }).catch(unless(TransactionNotFoundError)),
  }
}

/** Takes one kind of error for "there is none", and throws all others. */
function unless(missing: abstract new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof missing)) throw error
  }
}
