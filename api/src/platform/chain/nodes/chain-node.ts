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
import { isTestChain, type TestChainId } from '#core/chain/chains.ts'
import { createNodeBudget, type NodeBudget } from './node-budget.ts'
import {
  fetchUnlessLimited,
  isBlockMissing,
  isUnanswered,
  RateLimited,
  rateLimitedOr,
} from './rpc-failure.ts'

const TIMEOUT_MS = 5_000
/** A node whose rate limit takes longer counts as unanswered. */
const WAIT_MAX_MS = 10_000

/** The node is on another chain than the deployment, so no retry helps. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

export type ChainIdentity = { chainId: TestChainId; genesisHash: Hash }

export type Receipt = Awaited<ReturnType<PublicClient['getTransactionReceipt']>>
export type ChainTransaction = Awaited<
  ReturnType<PublicClient['getTransaction']>
>

/** One node of the chain. Nodes may lag, and may be wrong. */
export type ChainNode = ReturnType<typeof createChainNode>

export type NodeBlock = { number: bigint; hash: Hash; timestamp: bigint }

export type NodeLimits = {
  /** Bytes; a larger response is an error. */
  maxResponseBodySize?: number
  /** Longest wait for the node's rate limit. */
  waitMaxMs?: number
}

type NodeOptions = NodeLimits & {
  /** Shared by clients of the same node. */
  budget?: NodeBudget
  onRequest?: (method: string) => void
}

/**
 * Creates the client of a node, which reads its current branch of the chain. Callers share heads
 * up to an age of `maxAgeMs`, which is 0 by default.
 *
 * @param place position in RPC_URL, from 1; the URL itself may contain a key.
 */
export function createChainNode(
  url: string,
  place: number,
  options: NodeOptions = {},
) {
  const { budget = createNodeBudget() } = options
  const transport = limitedHttp(url, {
    ...options,
    budget,
    // A node of another chain may have replaced it.
    onFailure: () => identity.forget(),
  })
  const client: PublicClient = createPublicClient({ transport, cacheTime: 0 })
  const identity = recentRead(() => readTestChain(client))
  const head = recentRead(() => client.getBlockNumber())
  const finalized = recentRead(() => client.getBlock({ blockTag: 'finalized' }))
  return {
    place,
    client,
    budget,
    /** Chain of the node; read again after a failure. @throws WrongChain */
    identity: identity.within,
    head: (maxAgeMs = 0) => head.within(maxAgeMs),
    finalized: async (maxAgeMs = 0) =>
      (await finalized.within(maxAgeMs)).number,
    finalizedBlock: (maxAgeMs = 0): Promise<NodeBlock> =>
      finalized.within(maxAgeMs),
    /** Hash of a block; undefined above the head. */
    hashAt: (blockNumber: bigint) =>
      client
        .getBlock({ blockNumber })
        .then(({ hash }) => hash, unless(BlockNotFoundError)),
    readReceipt: (hash: Hash) =>
      client
        .getTransactionReceipt({ hash })
        .catch(unless(TransactionReceiptNotFoundError)),
    readTransaction: (hash: Hash) =>
      client.getTransaction({ hash }).catch(unless(TransactionNotFoundError)),
  }
}

/**
 * HTTP paced by a node's rate limit. Repeats a read once if the block is missing,
 * since another machine at the same URL may have it.
 *
 * @throws RateLimited when the wait is too long
 */
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
    const send: typeof config.request = (args, options) =>
      budget.spend(async () => {
        onRequest?.(args.method)
        try {
          return await config.request(args, options)
        } catch (error) {
          const failure = rateLimitedOr(error, args.method)
          const isLimited = failure instanceof RateLimited
          if (!isLimited && isUnanswered(failure)) onFailure()
          throw failure
        }
      }, waitMaxMs)
    const request: typeof config.request = async (args, options) => {
      try {
        return await send(args, options)
      } catch (error) {
        if (!isBlockMissing(error)) throw error
        return send(args, options)
      }
    }
    return createTransport({ ...config, request }, value)
  }
}

/** Maps one kind of error to undefined and rethrows all others. */
function unless(missing: abstract new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof missing)) throw error
  }
}

/** Shares the answers of a read: each caller says how old one may be. */
function recentRead<T>(read: () => Promise<T>) {
  let last: { atMs: number; answer: Promise<T> } | undefined
  return {
    within(maxAgeMs: number): Promise<T> {
      const atMs = performance.now()
      if (last && atMs - last.atMs < maxAgeMs) return last.answer
      const answer = read()
      last = { atMs, answer }
      answer.catch(() => {
        if (last?.answer === answer) last = undefined
      })
      return answer
    },

    forget(): void {
      last = undefined
    },
  }
}

/** Reads the chain of a node. @throws WrongChain when it has real money */
export async function readTestChain(
  client: PublicClient,
): Promise<ChainIdentity> {
  const genesis = client.getBlock({ blockNumber: 0n })
  // Awaited below; a wrong chain ID makes it irrelevant.
  genesis.catch(() => undefined)
  const chainId = await client.getChainId()
  if (!isTestChain(chainId)) {
    throw new WrongChain(
      `RPC_URL leads to chain ${chainId}. This is play money: only the BSC testnet (97) and a local chain (31337) will do.`,
    )
  }
  const { hash } = await genesis
  return { chainId, genesisHash: hash }
}
