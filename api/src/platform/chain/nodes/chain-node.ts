import {
  BlockNotFoundError,
  createPublicClient,
  createTransport,
  type Hash,
  type HttpTransport,
  http,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { NodeBudget } from './node-budget.ts'
import { fetchUnlessLimited, rateLimitedOr } from './rate-limited.ts'

const TIMEOUT_MS = 5_000
/** A node that limits our rate further is taken for one that does not answer. */
const WAIT_MAX_MS = 10_000

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
  budget: NodeBudget
}

export type NodeLimits = {
  /** A longer answer is none. */
  maxResponseBodySize?: number
  /** Longest wait for a node that limits our rate. */
  waitMaxMs?: number
}

type NodeOptions = NodeLimits & {
  /** Shared by all that make requests with the same key. */
  budget?: NodeBudget
  /** Told of each request that is sent. */
  onRequest?: (method: string) => void
}

export function chainNode(
  url: string,
  place: number,
  options: NodeOptions = {},
): ChainNode {
  const { budget = new NodeBudget() } = options
  const transport = limitedHttp(url, { ...options, budget })
  const client = createPublicClient({ transport, cacheTime: 0 })
  return {
    place,
    client,
    budget,
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

/** HTTP within what a node allows; throws RateLimited where that takes too long. */
function limitedHttp(
  url: string,
  {
    budget,
    maxResponseBodySize,
    onRequest,
    waitMaxMs = WAIT_MAX_MS,
  }: NodeOptions & { budget: NodeBudget },
): HttpTransport {
  const direct = http(url, {
    timeout: TIMEOUT_MS,
    retryCount: 0,
    fetchFn: fetchUnlessLimited,
    ...(maxResponseBodySize && { maxResponseBodySize }),
  })
  return (parameters) => {
    const { config, value } = direct(parameters)
    const request: typeof config.request = (asked, asOptions) =>
      budget.spend(async () => {
        onRequest?.(asked.method)
        try {
          return await config.request(asked, asOptions)
        } catch (error) {
          throw rateLimitedOr(error, asked.method)
        }
      }, waitMaxMs)
    return createTransport({ ...config, request }, value)
  }
}

/** Takes one kind of error for "there is none", and throws all others. */
function unless(missing: abstract new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof missing)) throw error
  }
}
