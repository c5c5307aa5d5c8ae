import type { Request } from 'express'
import { RpcRequestError } from 'viem'
import { callNode, type RpcAnswer, type RpcRequest } from '#core/api/rpc.ts'
import { Refusal } from '#core/refusals.ts'
import {
  getSecrets,
  isUnanswered,
} from '../../platform/chain/nodes/rpc-failure.ts'
import { getNetwork } from '../../platform/http/client-address.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import type { Module } from '../../platform/platform.ts'
import type { DepositChain } from '../deposit-chain.ts'

const ANSWER_WITHIN_MS = 5_000
const VISITORS_LIMITS = {
  /** Bounds parsing between bets; a block of some hundred payments fits. */
  maxResponseBodySize: 256 * 1_024,
  /** Gives deposits priority on rate limited nodes. */
  waitMaxMs: 1_000,
}
/** Concurrent requests, which share the nodes with deposits. */
const REQUESTS_MAX = 32
const REQUESTS_PER_NETWORK_MAX = 8
/** Methods whose null may only mean that the node lags. */
const MAY_LAG: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** Methods that run contract code on the node. */
const CONTRACT_CALLS = {
  requests: 'calls to contracts',
  max: 120,
  windowMs: 60_000,
  per: 'network',
} as const
const RUNS_CODE: ReadonlySet<unknown> = new Set(['eth_call', 'eth_estimateGas'])
const runsNoCode = ({ body }: Request) => !RUNS_CODE.has(body?.method)

/** Replaces viem's types per method, since requests are untrusted. */
type AnyRequest = {
  Method: string
  Parameters: readonly unknown[]
  ReturnType: unknown
}
type RpcError = { code: number; message: string; data?: unknown }
/** Error responses are answers too, so no other node is queried. */
type NodeAnswer = { result: unknown } | { error: RpcError }

/**
 * Creates the RPC proxy for read-only requests of players' wallets. It never
 * reveals the nodes' URLs.
 */
export function createRpc({
  chain,
}: {
  chain: DepositChain | undefined
}): Module {
  // Own nodes, so that visitors' failures don't affect the nodes of deposits.
  const nodes = chain?.chain.nodesWithin(VISITORS_LIMITS)
  const running: string[] = []

  async function answer(
    { id, method, params }: RpcRequest,
    network: string,
  ): Promise<RpcAnswer> {
    const ofNetwork = running.filter((one) => one === network).length
    if (running.length >= REQUESTS_MAX || ofNetwork >= REQUESTS_PER_NETWORK_MAX)
      throw new Refusal('chain_unreachable')
    running.push(network)
    try {
      return { jsonrpc: '2.0', id, ...(await request(method, params)) }
    } catch {
      throw new Refusal('chain_unreachable')
    } finally {
      running.splice(running.indexOf(network), 1)
    }
  }

  async function request(
    method: string,
    params: readonly unknown[],
  ): Promise<NodeAnswer> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    let isMissing = false
    const answered = await nodes?.query(async ({ client }) => {
      const answer = await client
        .request<AnyRequest>({ method, params }, { signal })
        .then((result) => result !== undefined && { result }, toErrorResponse)
      if (!answer) return undefined
      const isNone = 'result' in answer && answer.result === null
      if (!(isNone && MAY_LAG.has(method))) return answer
      isMissing = true
      return undefined
    })
    if (answered) return answered
    if (isMissing) return { result: null }
    throw new Error('No node answers')
  }

  return {
    mount(serve) {
      serve(
        callNode,
        ({ body, req }) => answer(body, getNetwork(req.ip)),
        limitRequests(CONTRACT_CALLS, runsNoCode),
      )
    },
  }
}

/**
 * Returns the node's error response, such as a revert.
 *
 * @throws the error, if the node didn't respond or its message reveals a URL.
 */
function toErrorResponse(error: unknown): NodeAnswer {
  if (isUnanswered(error)) throw error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof RpcRequestError)) continue
    const { code, data, details: message, url } = cause
    const response = { code, message, ...(data !== undefined && { data }) }
    const text = JSON.stringify(response)
    const isRevealing = getSecrets(url).some((secret) => text.includes(secret))
    if (isRevealing) break
    return { error: response }
  }
  throw error
}
