import { type Hex, hexToBigInt, isHex, numberToHex } from 'viem'
import * as z from 'zod'
import {
  type RpcAnswer,
  type RpcReply,
  startNode,
  type TestNode,
  toAnswer,
} from './test-node.ts'

/** Changes the answers of a real node. */
export type Fault = (upstream: RpcAnswer) => RpcAnswer

export type FaultyNode = TestNode & {
  /** Sets the fault; healthy without one. */
  inject(fault?: Fault): void
}

/** Starts a node that proxies a real one and can inject faults. */
export async function startFaultyNode(
  rpcUrl: string,
  profile: Fault = (upstream) => upstream,
): Promise<FaultyNode> {
  const upstream = profile(toAnswer(rpcUrl))
  let answer = upstream
  const node = await startNode((request) => answer(request))
  return {
    ...node,
    inject(fault = (healthy) => healthy) {
      answer = fault(upstream)
    },
  }
}

export const down: Fault = () => () => ({ status: 0 })

export const rateLimited: Fault = () => () => ({ status: 429 })

export const HEADER_NOT_FOUND: RpcReply = {
  error: { code: -32_000, message: 'header not found' },
}

export const erring: Fault = () => () => HEADER_NOT_FOUND

/** Repeats the first answer to each request. */
export const repeating: Fault = (upstream) => {
  const replies = new Map<string, RpcReply | Promise<RpcReply>>()
  return (request) => {
    const key = JSON.stringify([request.method, request.params])
    const reply = replies.get(key) ?? upstream(request)
    replies.set(key, reply)
    return reply
  }
}

/**
 * Finalizes blocks only at an age, as BSC does.
 *
 * @param newest the last block that became final before voting stalled.
 */
export function delayFinality(blocks: number, newest?: bigint): Fault {
  return (upstream) => async (request) => {
    const tag = request.params.indexOf('finalized')
    if (tag < 0) return upstream(request)
    const height = (await readHeight(upstream)) - BigInt(blocks)
    const isStalled = newest !== undefined && newest < height
    const params = request.params.with(tag, toHex(isStalled ? newest : height))
    return upstream({ ...request, params })
  }
}

/** Lags the chain by some blocks. */
export function behind(blocks: number): Fault {
  return (upstream) => async (request) => {
    const known = (await readHeight(upstream)) - BigInt(blocks)
    const { method, params } = request
    if (method === 'eth_blockNumber') return { result: toHex(known) }
    const reply = await upstream({
      method,
      params: params.map((param) =>
        param === 'latest' ? toHex(known) : param,
      ),
    })
    const isAhead = (result: unknown) => (findBlock(result) ?? 0n) > known
    if (!('result' in reply)) return reply
    const { result } = reply
    if (Array.isArray(result)) {
      return { result: result.filter((log) => !isAhead(log)) }
    }
    return isAhead(result) ? { result: null } : reply
  }
}

const placed = z.object({
  blockNumber: z.nullish(z.string()),
  number: z.nullish(z.string()),
})

/** Returns the height of a block, log or receipt. */
function findBlock(result: unknown): bigint | undefined {
  const { blockNumber, number } = placed.safeParse(result).data ?? {}
  const height = blockNumber ?? number
  return typeof height === 'string' ? BigInt(height) : undefined
}

/** Shows blocks of a branch of its own. */
export const onAnotherBranch: Fault = (upstream) => async (request) => {
  const reply = await upstream(request)
  if (!('result' in reply)) return reply
  const { number } = placed.safeParse(reply.result).data ?? {}
  if (typeof number !== 'string' || BigInt(number) === 0n) return reply
  const hash = `0x${'f'.repeat(64)}`
  return { result: Object.assign({}, reply.result, { hash }) }
}

/** Multiplies each amount of logs by a thousand. */
const misreportedLogs = z.array(
  z.looseObject({
    data: z.custom<Hex>(isHex).transform((amount) => {
      if (amount === '0x') return amount
      return numberToHex(hexToBigInt(amount) * 1_000n, { size: 32 })
    }),
  }),
)
const misreportedReceipt = z.looseObject({ logs: misreportedLogs })

/** Changes amounts in receipts, but not in lists of logs. */
export const misreportingReceipts: Fault = (upstream) => async (request) => {
  const reply = await upstream(request)
  if (!('result' in reply)) return reply
  const { data } = misreportedReceipt.safeParse(reply.result)
  return data ? { result: data } : reply
}

/** Changes amounts in lists of logs, but not in receipts. */
export const misreportingLogs: Fault = (upstream) => async (request) => {
  const reply = await upstream(request)
  if (!('result' in reply)) return reply
  const { data } = misreportedLogs.safeParse(reply.result)
  return data ? { result: data } : reply
}

/** Returns the height of a node's newest block. */
export async function readHeight(upstream: RpcAnswer): Promise<bigint> {
  const reply = await upstream({ method: 'eth_blockNumber', params: [] })
  if (!('result' in reply)) throw new Error('The real node does not answer')
  return BigInt(String(reply.result))
}

function toHex(height: bigint) {
  return numberToHex(height > 0n ? height : 0n)
}
