import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { type Hash, numberToHex } from 'viem'
import * as z from 'zod'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import {
  RpcFailure,
  rpcFailure,
} from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { type FollowedBlock, followChain, hex } from './followed-chain.ts'
import { createNodeLogs } from './node-logs.ts'

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
const rpcRequest = z.discriminatedUnion('method', [
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

export type NodeProxy = Awaited<ReturnType<typeof startNodeProxy>>

/**
 * Serves Ponder on the loopback interface for all nodes of a chain, from known
 * blocks or from a node that has the answer. Waits out rate limits and short
 * failures.
 */
export async function startNodeProxy(
  { deployment: { chainId }, nodes }: Pick<Chain, 'deployment' | 'nodes'>,
  log: Logger,
) {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const isLocal = chainId === LOCAL_CHAIN
  const chain = followChain(nodes, { isLocal, log, queue })
  const logs = createNodeLogs(nodes, chain)

  /** @returns JSON, or undefined if no node has an answer yet */
  async function answer(
    request: z.infer<typeof rpcRequest>,
  ): Promise<string | undefined> {
    switch (request.method) {
      case 'eth_chainId':
        return JSON.stringify(numberToHex(chainId))
      case 'eth_getBlockByNumber': {
        const [number, isFull] = request.params
        const isLatest = number === 'latest'
        return toText(
          isLatest ? chain.head() : await chain.byNumber(Number(number)),
          isFull,
        )
      }
      case 'eth_getBlockByHash': {
        const [hash, isFull] = request.params
        return toText(await chain.byHash(hash), isFull)
      }
      case 'eth_getLogs': {
        const [filter] = request.params
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

  async function answerRequest(body: unknown): Promise<string> {
    try {
      const request = rpcRequest.parse(body)
      return `"result":${await untilAnswered(() => answer(request))}`
    } catch (error) {
      const failure = {
        code: INTERNAL_ERROR,
        message: String(rpcFailure(error)),
      }
      return `"error":${JSON.stringify(failure)}`
    }
  }

  const over = new AbortController()
  const server = createServer(async (req, res) => {
    const body = await json(req).catch(() => undefined)
    const reply = await answerRequest(body)
    const id = JSON.stringify(Object(body).id ?? null)
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
    /** True while Ponder waits for a node. */
    hasOpenRequests: () => queue.pending > 0,
    close() {
      over.abort()
      server.close().closeAllConnections()
    },
  }
}

/** Retries until there is an answer. @throws RpcFailure on timeout */
export async function untilAnswered<T>(
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

/** @param isFull includes transactions instead of their hashes */
function toText(
  found: FollowedBlock | undefined,
  isFull: boolean,
): string | undefined {
  if (!found || isFull) return found?.text
  const block = JSON.parse(found.text)
  const transactions = block.transactions.map(
    ({ hash }: { hash: Hash }) => hash,
  )
  return JSON.stringify({ ...block, transactions })
}
