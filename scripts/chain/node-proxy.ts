import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { type Hash, numberToHex } from 'viem'
import * as z from 'zod'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import {
  RpcFailure,
  rpcFailure,
} from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import { type FollowedBlock, FollowedChain, hex } from './followed-chain.ts'
import { NodeLogs } from './node-logs.ts'

/** Concurrent requests for Ponder; those of the head have their own. */
const AT_ONCE = 8
const RETRY_EVERY_MS = 250
/** Below the 10 s that Ponder waits. */
const ANSWER_WITHIN_MS = 8_000
const INTERNAL_ERROR = -32_603

const hexes = hex.or(z.array(hex))
const blockRange = z.object({
  fromBlock: hex,
  toBlock: hex,
  address: hexes.optional(),
  topics: z.array(hexes.nullable()).optional(),
})
const oneBlock = z.strictObject({ blockHash: hex })
/** Requests of Ponder and of our handlers. */
const question = z.discriminatedUnion('method', [
  z.object({ method: z.literal('eth_chainId') }),
  z.object({
    method: z.literal('eth_getBlockByNumber'),
    params: z.tuple([hex.or(z.literal('latest')), z.boolean()]),
  }),
  z.object({
    method: z.literal('eth_getBlockByHash'),
    params: z.tuple([hex, z.boolean()]),
  }),
  z.object({
    method: z.literal('eth_getLogs'),
    params: z.tuple([oneBlock.or(blockRange)]),
  }),
])
type Question = z.infer<typeof question>

export type NodeProxy = Awaited<ReturnType<typeof startNodeProxy>>

/**
 * Serves Ponder on the loopback interface for all nodes of a chain, from known
 * blocks or from a node that has the answer. Waits out rate limits and short
 * failures.
 */
export async function startNodeProxy({
  deployment: { chainId },
  nodes,
}: Pick<Chain, 'deployment' | 'nodes'>) {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const chain = new FollowedChain(nodes, chainId, queue)
  const logs = new NodeLogs(nodes, chain)

  /** @returns JSON, or undefined if no node has an answer yet */
  async function answer(asked: Question): Promise<string | undefined> {
    switch (asked.method) {
      case 'eth_chainId':
        return JSON.stringify(numberToHex(chainId))
      case 'eth_getBlockByNumber': {
        const [number, isFull] = asked.params
        const isLatest = number === 'latest'
        const block = isLatest
          ? chain.head
          : await chain.byNumber(Number(number))
        return block && textOf(block, isFull)
      }
      case 'eth_getBlockByHash': {
        const [hash, isFull] = asked.params
        const block = await chain.byHash(hash)
        return block && textOf(block, isFull)
      }
      case 'eth_getLogs': {
        const [filter] = asked.params
        if ('blockHash' in filter) return logsOfBlock(filter.blockHash)
        const { fromBlock, toBlock, ...more } = filter
        const [first, last] = [Number(fromBlock), Number(toBlock)]
        const range = { first, last, filter: more }
        return JSON.stringify(await queue.add(() => logs.between(range)))
      }
    }
  }

  async function logsOfBlock(hash: Hash): Promise<string> {
    const block = await chain.byHash(hash)
    // Ponder requests the logs of blocks without any.
    if (block && !block.hasLogs) return '[]'
    try {
      return JSON.stringify(await queue.add(() => logs.ofBlock(hash)))
    } catch (error) {
      const present = block && (await chain.byNumber(block.number))
      if (present?.hash === block?.hash) throw error
      // Makes Ponder continue with the next head; it repeats failed requests for
      // two minutes.
      return 'null'
    }
  }

  const over = new AbortController()
  const server = createServer(async (req, res) => {
    const asked = await jsonOf(req)
    const reply = await replyTo(asked, answer).catch(refusal)
    const id = JSON.stringify(Object(asked).id ?? null)
    res.setHeader('Content-Type', 'application/json')
    res.end(`{"jsonrpc":"2.0","id":${id},${reply}}`)
  })
  // Avoids requests on connections that are being closed.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  void chain.follow(over.signal)
  return {
    url: `http://127.0.0.1:${port}`,
    chain,
    logs,
    untilAnswered,
    /** True while Ponder waits for a node. */
    isAsking: () => queue.pending > 0,
    close() {
      over.abort()
      server.close().closeAllConnections()
    },
  }
}

/** @returns undefined for invalid JSON */
async function jsonOf(req: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(Buffer.concat(await req.toArray()).toString())
  } catch {
    return undefined
  }
}

async function replyTo(
  body: unknown,
  answer: (asked: Question) => Promise<string | undefined>,
): Promise<string> {
  const asked = question.parse(body)
  return `"result":${await untilAnswered(() => answer(asked))}`
}

/** Retries until there is an answer. @throws RpcFailure on timeout */
async function untilAnswered<T>(
  work: () => Promise<T | undefined>,
): Promise<T> {
  const giveUpAtMs = performance.now() + ANSWER_WITHIN_MS
  for (;;) {
    const isLast = performance.now() + RETRY_EVERY_MS > giveUpAtMs
    const answer = await work().catch((error: unknown) => {
      if (isLast) throw error
    })
    if (answer !== undefined) return answer
    if (isLast) throw new RpcFailure('no node of RPC_URL has an answer')
    await sleep(RETRY_EVERY_MS)
  }
}

function refusal(error: unknown): string {
  const message = String(rpcFailure(error))
  return `"error":${JSON.stringify({ code: INTERNAL_ERROR, message })}`
}

/** @param isFull includes transactions instead of their hashes */
function textOf({ text }: FollowedBlock, isFull: boolean): string {
  if (isFull) return text
  const block = JSON.parse(text)
  const transactions = block.transactions.map(
    ({ hash }: { hash: Hash }) => hash,
  )
  return JSON.stringify({ ...block, transactions })
}
