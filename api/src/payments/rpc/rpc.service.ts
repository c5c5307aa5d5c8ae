import { RpcRequestError } from 'viem'
import type { RpcAnswer, RpcRequest } from '#core/api/rpc.ts'
import { Refusal } from '#core/refusals.ts'
import type { NodeLimits } from '../../platform/chain/nodes/chain-node.ts'
import type { ChainNodes } from '../../platform/chain/nodes/chain-nodes.ts'
import {
  isUnanswered,
  secretsOf,
} from '../../platform/chain/nodes/rpc-failure.ts'

const ANSWER_WITHIN_MS = 5_000
export const VISITORS_LIMITS: NodeLimits = {
  /** Bounds parsing between bets; a block of some hundred payments fits. */
  maxResponseBodySize: 256 * 1_024,
  /** Gives deposits priority on rate limited nodes. */
  waitMaxMs: 1_000,
}
/** Concurrent requests, which share the nodes with deposits. */
const REQUESTS_MAX = 32
/** Concurrent requests per network. */
const REQUESTS_PER_NETWORK_MAX = 8
/** Methods whose null may only mean that the node lags. */
const MAY_LAG: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** Replaces viem's types per method, since requests are untrusted. */
type AnyRequest = {
  Method: string
  Parameters: readonly unknown[]
  ReturnType: unknown
}
type RpcError = { code: number; message: string; data?: unknown }
/** An error response is an answer too: no other node is asked. */
type NodeAnswer = { result: unknown } | { error: RpcError }

/** Opens the proxy, which never reveals the nodes' URLs. */
export function openRpcService(nodes: ChainNodes | undefined) {
  let running = 0
  const runningOf = new Map<string, number>()

  /** Answers a request from a network. @throws unavailable */
  async function answer(
    { id, method, params }: RpcRequest,
    network: string,
  ): Promise<RpcAnswer> {
    take(network)
    try {
      return { jsonrpc: '2.0', id, ...(await ask(method, params)) }
    } catch {
      throw new Refusal('chain_unreachable')
    } finally {
      leave(network)
    }
  }

  function take(network: string): void {
    const taken = runningOf.get(network) ?? 0
    const isFull = running >= REQUESTS_MAX
    if (isFull || taken >= REQUESTS_PER_NETWORK_MAX)
      throw new Refusal('chain_unreachable')
    running += 1
    runningOf.set(network, taken + 1)
  }

  function leave(network: string): void {
    running -= 1
    const left = (runningOf.get(network) ?? 1) - 1
    if (left === 0) runningOf.delete(network)
    else runningOf.set(network, left)
  }

  async function ask(
    method: string,
    params: readonly unknown[],
  ): Promise<NodeAnswer> {
    if (!nodes) throw new Refusal('chain_unreachable')
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    let isMissing = false
    const answered = await nodes.ask(async ({ client }) => {
      const answer = await client
        .request<AnyRequest>({ method, params }, { signal })
        .then(resultOf, refusalOf)
      const isNone = answer && 'result' in answer && answer.result === null
      if (!(isNone && MAY_LAG.has(method))) return answer
      isMissing = true
      return undefined
    })
    if (answered) return answered
    if (isMissing) return { result: null }
    throw new Refusal('chain_unreachable')
  }

  return { answer }
}

function resultOf(result: unknown): NodeAnswer | undefined {
  return result === undefined ? undefined : { result }
}

/**
 * Returns the node's error response, such as a revert.
 *
 * @throws the error, if the node didn't respond or its message reveals a URL.
 */
function refusalOf(error: unknown): NodeAnswer {
  if (isUnanswered(error)) throw error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof RpcRequestError)) continue
    const { code, data, details: message, url } = cause
    const refusal = { code, message, ...(data !== undefined && { data }) }
    const text = JSON.stringify(refusal)
    const isRevealing = secretsOf(url).some((secret) => text.includes(secret))
    if (isRevealing) break
    return { error: refusal }
  }
  throw error
}
