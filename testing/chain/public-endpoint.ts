import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import {
  behind,
  delayFinality,
  type Fault,
  HEADER_NOT_FOUND,
  readHeight,
} from './faulty-node.ts'
import {
  type RpcAnswer,
  type RpcReply,
  type RpcRequest,
  startNode,
  toAnswer,
} from './test-node.ts'

/** Refusals of providers for requests above the rate. */
export const RATE_REFUSALS = {
  http_text: { status: 429, body: 'Too Many Requests' },
  http_html: { status: 429, body: '<html><title>Error 1015</title></html>' },
  quicknode: http429(-32_007, '25/second request limit reached'),
  chainstack: http429(-32_005, 'You have exceeded your RPS limit'),
  bnbchain: { error: { code: -32_005, message: 'limit exceeded' } },
  ankr: {
    error: { code: -32_090, message: 'Too many requests, retry in 1s' },
  },
} satisfies Record<string, RpcReply>

/** Limits of a provider's plan, and faults of its node. */
export type Profile = {
  /** Closes connections without a response. */
  isDown: boolean
  /** Requests per second, with bursts of one second. */
  ratePerSecond: number
  refusal: keyof typeof RATE_REFUSALS
  /** Retry-After of HTTP refusals. */
  retryAfterSeconds?: number | undefined
  blocksBehind: number
  /** Share of reads that fail with "header not found", from 0 to 1. */
  flakyShare: number
  /** Blocks per eth_getLogs; 0 refuses it. */
  logRange: number
  hasBlockReceipts: boolean
  blocksToFinality: number
  /** Block at which the finalized tag stalls. */
  finalizedAt?: bigint | undefined
  /** Age in blocks up to which state is served. */
  stateBlocks: number
}

/** A node without limits. */
const UNLIMITED: Profile = {
  isDown: false,
  ratePerSecond: Number.POSITIVE_INFINITY,
  refusal: 'quicknode',
  blocksBehind: 0,
  flakyShare: 0,
  logRange: Number.POSITIVE_INFINITY,
  hasBlockReceipts: true,
  blocksToFinality: 2,
  stateBlocks: 128,
}

const STATE_READS = [
  'eth_call',
  'eth_getBalance',
  'eth_getCode',
  'eth_getTransactionCount',
]
const SUGGESTED_FEES = ['eth_gasPrice', 'eth_maxPriorityFeePerGas']
/** 0.1 gwei, as BSC nodes suggest in 2026. */
const GAS_PRICE = '0x5f5e100'

export type PublicEndpoint = Awaited<ReturnType<typeof startPublicEndpoint>>

/**
 * Starts a proxy of a local chain that behaves like a free public node. Several
 * can share a chain.
 */
export async function startPublicEndpoint(
  chainUrl: string,
  changes: Partial<Profile> = {},
) {
  const upstream = toAnswer(chainUrl)
  const counts = new Map<string, number>()
  let refused = 0
  let profile: Profile
  let allows: () => boolean
  let answer: RpcAnswer
  function inject(changes: Partial<Profile> = {}): void {
    profile = { ...UNLIMITED, ...changes }
    allows = rateLimit(profile.ratePerSecond)
    answer = toFault(profile)(upstream)
  }
  inject(changes)
  const node = await startNode((request) => {
    const { method } = request
    counts.set(method, (counts.get(method) ?? 0) + 1)
    if (profile.isDown) return { status: 0 }
    if (allows()) return answer(request)
    refused += 1
    return rateRefusal(profile)
  })
  return {
    ...node,
    /** Sets limits and faults; default none. */
    inject,
    /** Returns counts since the last call, with refused requests. */
    takeCounts() {
      const taken = { byMethod: new Map(counts), refused }
      counts.clear()
      refused = 0
      return taken
    },
  }
}

/** Counts incoming requests per second by method, most frequent first. */
export async function requestRates(
  endpoints: readonly PublicEndpoint[],
  seconds: number,
) {
  for (const endpoint of endpoints) endpoint.takeCounts()
  await sleep(seconds * 1_000)
  const taken = endpoints.map((endpoint) => endpoint.takeCounts())
  const sums = new Map<string, number>()
  for (const [method, count] of taken.flatMap(({ byMethod }) => [
    ...byMethod,
  ])) {
    sums.set(method, (sums.get(method) ?? 0) + count)
  }
  const perSecond = (count: number) => Number((count / seconds).toFixed(2))
  const total = [...sums.values()].reduce((sum, count) => sum + count, 0)
  const refused = taken.reduce((sum, counted) => sum + counted.refused, 0)
  return {
    total: perSecond(total),
    refused: perSecond(refused),
    byMethod: [...sums]
      .toSorted(([, a], [, b]) => b - a)
      .map(([method, count]) => ({ method, perSecond: perSecond(count) })),
  }
}

function toFault(profile: Profile): Fault {
  const { blocksBehind, blocksToFinality, finalizedAt } = profile
  return (upstream) => {
    const lagging = blocksBehind > 0 ? behind(blocksBehind)(upstream) : upstream
    const known = delayFinality(blocksToFinality, finalizedAt)(lagging)
    return async (request) => {
      const { method } = request
      const refused = await findRefusal(profile, lagging, request)
      if (refused) return refused
      if (SUGGESTED_FEES.includes(method)) return { result: GAS_PRICE }
      const isOurs = method === 'eth_getBlockReceipts'
      return isOurs ? blockReceipts(known, request) : known(request)
    }
  }
}

function findRefusal(
  profile: Profile,
  upstream: RpcAnswer,
  request: RpcRequest,
): RpcReply | undefined | Promise<RpcReply | undefined> {
  const { method, params } = request
  const isRead = params.length > 0 && method !== 'eth_sendRawTransaction'
  if (isRead && Math.random() < profile.flakyShare) return HEADER_NOT_FOUND
  if (method === 'eth_getLogs') return logsRefusal(profile, upstream, request)
  if (STATE_READS.includes(method))
    return stateRefusal(profile, upstream, request)
  if (method !== 'eth_getBlockReceipts' || profile.hasBlockReceipts) return
  const message = `the method ${method} does not exist/is not available`
  return { error: { code: -32_601, message } }
}

/** Token bucket that refills within a second. */
function rateLimit(perSecond: number): () => boolean {
  let left = perSecond
  let atMs = performance.now()
  return () => {
    const nowMs = performance.now()
    const filled = left + ((nowMs - atMs) / 1_000) * perSecond
    left = Math.min(perSecond, filled)
    atMs = nowMs
    if (perSecond === Number.POSITIVE_INFINITY) return true
    if (left < 1) return false
    left -= 1
    return true
  }
}

function rateRefusal({ refusal, retryAfterSeconds }: Profile): RpcReply {
  const reply: RpcReply = RATE_REFUSALS[refusal]
  if (!('status' in reply && retryAfterSeconds)) return reply
  const headers = { ...reply.headers, 'Retry-After': `${retryAfterSeconds}` }
  return { ...reply, headers }
}

function http429(code: number, message: string): RpcReply {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    error: { code, message },
  })
  return { status: 429, headers, body }
}

const logFilter = z.object({
  blockHash: z.optional(z.string()),
  fromBlock: z.optional(z.string()),
  toBlock: z.optional(z.string()),
})
const hashedBlock = z.object({ transactions: z.array(z.string()) })

async function logsRefusal(
  { logRange }: Profile,
  upstream: RpcAnswer,
  { params }: RpcRequest,
): Promise<RpcReply | undefined> {
  if (logRange === 0) {
    return { error: { code: -32_005, message: 'limit exceeded' } }
  }
  if (logRange === Number.POSITIVE_INFINITY) return undefined
  const { blockHash, fromBlock, toBlock } = logFilter.parse(params[0])
  if (blockHash) return undefined
  const head = await readHeight(upstream)
  const first = findNumber(fromBlock) ?? head
  const last = findNumber(toBlock) ?? head
  if (last - first < BigInt(logRange)) return undefined
  const message = `eth_getLogs is limited to a ${logRange} range`
  return { error: { code: -32_614, message } }
}

async function stateRefusal(
  { stateBlocks, blocksBehind }: Profile,
  upstream: RpcAnswer,
  { params }: RpcRequest,
): Promise<RpcReply | undefined> {
  const block = findNumber(params[1])
  if (block === undefined) return undefined
  const head = await readHeight(upstream)
  if (blocksBehind > 0 && block > head) return HEADER_NOT_FOUND
  if (head - block < BigInt(stateBlocks)) return undefined
  return { error: { code: -32_000, message: 'missing trie node' } }
}

/** Collects them one by one, since Hardhat has no such method. */
async function blockReceipts(
  upstream: RpcAnswer,
  { params }: RpcRequest,
): Promise<RpcReply> {
  const isHash = String(params[0]).length === 66
  const method = isHash ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
  const block = await upstream({ method, params: [params[0], false] })
  if (!('result' in block)) return block
  if (block.result === null) return { result: null }
  const { transactions } = hashedBlock.parse(block.result)
  const receipts = await Promise.all(
    transactions.map((hash) =>
      upstream({ method: 'eth_getTransactionReceipt', params: [hash] }),
    ),
  )
  return {
    result: receipts.map((one) => ('result' in one ? one.result : null)),
  }
}

/** Returns undefined for a tag. */
function findNumber(block: unknown): bigint | undefined {
  const isHeight = typeof block === 'string' && /^0x[0-9a-f]{1,16}$/.test(block)
  return isHeight ? BigInt(block) : undefined
}
