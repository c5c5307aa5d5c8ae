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
import {
  fetchUnlessLimited,
  RateLimited,
  rateLimitedOr,
} from './rate-limited.ts'
import { recentRead } from './recent-read.ts'
import { isUnanswered } from './rpc-failure.ts'
import { type ChainIdentity, testChainOf } from './wrong-chain.ts'

const TIMEOUT_MS = 5_000
/** A node that limits our rate further is taken for one that does not answer. */
const WAIT_MAX_MS = 10_000

export type Receipt = Awaited<ReturnType<PublicClient['getTransactionReceipt']>>
export type ChainTransaction = Awaited<
  ReturnType<PublicClient['getTransaction']>
>

/**
 * Reads of the chain; answers are those of its present branch.
 * Heads are shared by all who ask: `maxAgeMs` says how old one may be, and is 0
 * by default.
 */
export type ChainReads = {
  head(maxAgeMs?: number): Promise<bigint>
  /** The block up to which the chain itself says that nothing can change. */
  finalized(maxAgeMs?: number): Promise<bigint>
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
  /** Chain of the node; requested again after a failure. @throws WrongChain */
  identity(maxAgeMs: number): Promise<ChainIdentity>
  /** The finalized block itself. */
  finalizedBlock(maxAgeMs?: number): Promise<NodeBlock>
}

export type NodeBlock = { number: bigint; hash: Hash; timestamp: bigint }

export type NodeLimits = {
  /** A longer answer is none. */
  maxResponseBodySize?: number
  /** Longest wait for a node that limits our rate. */
  waitMaxMs?: number
}

type NodeOptions = NodeLimits & {
  /** Shared by all that make requests with the same key. */
  budget?: NodeBudget
  /** Called for each request. */
  onRequest?: (method: string) => void
}

export function chainNode(
  url: string,
  place: number,
  options: NodeOptions = {},
): ChainNode {
  const { budget = new NodeBudget() } = options
  const transport = limitedHttp(url, {
    ...options,
    budget,
    // It may have been replaced by a node of another chain.
    onFailure: () => identity.forget(),
  })
  const client = createPublicClient({ transport, cacheTime: 0 })
  const identity = recentRead(() => testChainOf(client))
  const head = recentRead(() => client.getBlockNumber())
  const finalized = recentRead(() => client.getBlock({ blockTag: 'finalized' }))
  return {
    place,
    client,
    budget,
    identity: identity.within,
    head: (maxAgeMs = 0) => head.within(maxAgeMs),
    finalized: async (maxAgeMs = 0) =>
      (await finalized.within(maxAgeMs)).number,
    finalizedBlock: (maxAgeMs = 0) => finalized.within(maxAgeMs),
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
    onFailure,
    onRequest,
    waitMaxMs = WAIT_MAX_MS,
  }: NodeOptions & { budget: NodeBudget; onFailure: () => void },
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
          const failure = rateLimitedOr(error, asked.method)
          const isLimited = failure instanceof RateLimited
          if (!isLimited && isUnanswered(failure)) onFailure()
          throw failure
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
