import { hexToBigInt, numberToHex } from 'viem'
import {
  answerOf,
  type RpcAnswer,
  type RpcReply,
  startNode,
  type TestNode,
} from './test-node.ts'

/** Makes other answers out of a real node's. */
export type Fault = (truth: RpcAnswer) => RpcAnswer

export type FaultyNode = TestNode & {
  /** From now on; healthy without one. */
  be(fault?: Fault): void
}

/** A node in front of a real one, which can be told to misbehave. */
export async function startFaultyNode(
  rpcUrl: string,
  nature: Fault = (truth) => truth,
): Promise<FaultyNode> {
  const truth = nature(answerOf(rpcUrl))
  let answer = truth
  const node = await startNode((request) => answer(request))
  return {
    ...node,
    be(fault = (healthy) => healthy) {
      answer = fault(truth)
    },
  }
}

export const down: Fault = () => () => ({ status: 0 })

export const rateLimited: Fault = () => () => ({ status: 429 })

export const HEADER_NOT_FOUND: RpcReply = {
  error: { code: -32_000, message: 'header not found' },
}

export const erring: Fault = () => () => HEADER_NOT_FOUND

/** Says of everything what it said of it first. */
export const repeating: Fault = (truth) => {
  const said = new Map<string, RpcReply | Promise<RpcReply>>()
  return (request) => {
    const key = JSON.stringify([request.method, request.params])
    const reply = said.get(key) ?? truth(request)
    said.set(key, reply)
    return reply
  }
}

/**
 * As BSC does, the chain calls only what is so many blocks old final.
 *
 * @param newest the last block that became final before voting stalled.
 */
export function finalizedAfter(blocks: number, newest?: bigint): Fault {
  return (truth) => async (request) => {
    const tag = request.params.indexOf('finalized')
    if (tag < 0) return truth(request)
    const height = (await heightOf(truth)) - BigInt(blocks)
    const isStalled = newest !== undefined && newest < height
    const params = request.params.with(tag, hexOf(isStalled ? newest : height))
    return truth({ ...request, params })
  }
}

/** Has not come as far as the chain by so many blocks. */
export function behind(blocks: number): Fault {
  return (truth) => async (request) => {
    const known = (await heightOf(truth)) - BigInt(blocks)
    const { method, params } = request
    if (method === 'eth_blockNumber') return { result: hexOf(known) }
    const reply = await truth({
      method,
      params: params.map((param) =>
        param === 'latest' ? hexOf(known) : param,
      ),
    })
    const isAhead = (result: unknown) => (blockOf(result) ?? 0n) > known
    if (!('result' in reply)) return reply
    const { result } = reply
    if (Array.isArray(result)) {
      return { result: result.filter((log) => !isAhead(log)) }
    }
    return isAhead(result) ? { result: null } : reply
  }
}

/** Returns the height of a block, or of what is in one. */
function blockOf(result: unknown): bigint | undefined {
  const { blockNumber, number } = Object(result)
  const height: unknown = blockNumber ?? number
  return typeof height === 'string' ? BigInt(height) : undefined
}

/** Shows blocks of a branch that nobody else has. */
export const onAnotherBranch: Fault = (truth) => async (request) => {
  const reply = await truth(request)
  const number = fieldOf(reply, 'number')
  if (number === undefined || hexToBigInt(number) === 0n) return reply
  return altered(reply, { hash: `0x${'f'.repeat(64)}` })
}

/** Shows each amount in a receipt's logs as a thousand times as much. */
export const lyingAboutLogs: Fault = (truth) => async (request) => {
  const reply = await truth(request)
  if (!('result' in reply)) return reply
  const { logs } = Object(reply.result)
  if (!Array.isArray(logs)) return reply
  return altered(reply, {
    logs: logs.map((log) => ({
      ...log,
      data: numberToHex(hexToBigInt(log.data) * 1_000n, { size: 32 }),
    })),
  })
}

/** Returns the height of a node's newest block. */
export async function heightOf(truth: RpcAnswer): Promise<bigint> {
  const reply = await truth({ method: 'eth_blockNumber', params: [] })
  if (!('result' in reply)) throw new Error('The real node does not answer')
  return BigInt(String(reply.result))
}

function hexOf(height: bigint) {
  return numberToHex(height > 0n ? height : 0n)
}

function fieldOf(reply: RpcReply, field: string) {
  if (!('result' in reply)) return undefined
  const value: unknown = Object(reply.result)[field]
  return typeof value === 'string' ? (value as `0x${string}`) : undefined
}

function altered(reply: RpcReply, change: object): RpcReply {
  if (!('result' in reply)) return reply
  return { result: { ...Object(reply.result), ...change } }
}
