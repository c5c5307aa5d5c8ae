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
  /** Parsed and written between bets. A block of some hundred payments fits. */
  maxResponseBodySize: 256 * 1_024,
  /** Where nodes limit our rate, deposits go first. */
  waitMaxMs: 1_000,
}
/** The house's own questions go to the same nodes. */
const ASKED_AT_ONCE_MAX = 32
/** One network's slow questions leave places for those of others. */
const ASKED_BY_ONE_MAX = 8
/** Of these a null says only that a node has not come as far as another may have. */
const MAY_BE_ELSEWHERE: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** What viem's own types say of each method is not what a stranger sends. */
type AnyRequest = {
  Method: string
  Parameters: readonly unknown[]
  ReturnType: unknown
}
type RpcError = { code: number; message: string; data?: unknown }
/** A refusal is an answer: no other node is asked. */
type Said = { result: unknown } | { error: RpcError }

/** Lets wallets ask the house's nodes without ever learning where they are. */
export class RpcService {
  readonly #nodes: ChainNodes | undefined
  #asking = 0
  readonly #askingOf = new Map<string, number>()

  /** @param nodes within {@link VISITORS_LIMITS}; without them nothing is answered. */
  constructor(nodes: ChainNodes | undefined) {
    this.#nodes = nodes
  }

  /**
   * @param network of who asks.
   * @throws unavailable
   */
  async answer(
    { id, method, params }: RpcRequest,
    network: string,
  ): Promise<RpcAnswer> {
    this.#take(network)
    try {
      return { jsonrpc: '2.0', id, ...(await this.#ask(method, params)) }
    } catch {
      throw new Refusal('chain_unreachable')
    } finally {
      this.#leave(network)
    }
  }

  #take(network: string): void {
    const taken = this.#askingOf.get(network) ?? 0
    const isFull = this.#asking >= ASKED_AT_ONCE_MAX
    if (isFull || taken >= ASKED_BY_ONE_MAX)
      throw new Refusal('chain_unreachable')
    this.#asking += 1
    this.#askingOf.set(network, taken + 1)
  }

  #leave(network: string): void {
    this.#asking -= 1
    const left = (this.#askingOf.get(network) ?? 1) - 1
    if (left === 0) this.#askingOf.delete(network)
    else this.#askingOf.set(network, left)
  }

  async #ask(method: string, params: readonly unknown[]): Promise<Said> {
    if (!this.#nodes) throw new Refusal('chain_unreachable')
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    let isMissed = false
    const said = await this.#nodes.ask(async ({ client }) => {
      const answer = await client
        .request<AnyRequest>({ method, params }, { signal })
        .then(resultOf, refusalOf)
      const isNone = answer && 'result' in answer && answer.result === null
      if (!(isNone && MAY_BE_ELSEWHERE.has(method))) return answer
      isMissed = true
      return undefined
    })
    if (said) return said
    if (isMissed) return { result: null }
    throw new Refusal('chain_unreachable')
  }
}

/** A node that says nothing has no answer. */
function resultOf(result: unknown): Said | undefined {
  return result === undefined ? undefined : { result }
}

/**
 * What a node says to a question, such as that a call is reverted.
 *
 * @throws the failure of one that said nothing, or complains of us, of our key
 * or our quota.
 */
function refusalOf(error: unknown): Said {
  if (isUnanswered(error)) throw error
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof RpcRequestError)) continue
    const { code, data, details: message, url } = cause
    const refusal = { code, message, ...(data !== undefined && { data }) }
    const text = JSON.stringify(refusal)
    const isTold = secretsOf(url).some((secret) => text.includes(secret))
    if (isTold) break
    return { error: refusal }
  }
  throw error
}
