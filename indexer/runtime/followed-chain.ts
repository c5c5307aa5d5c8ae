import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type PQueue from 'p-queue'
import { type Hash, type Hex, hexToNumber, numberToHex, zeroHash } from 'viem'
import * as z from 'zod'
import type { ChainNode } from '../../api/src/platform/chain/nodes/chain-node.ts'
import type { ChainNodes } from '../../api/src/platform/chain/nodes/chain-nodes.ts'
import {
  isUnanswered,
  RateLimited,
} from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import type { Logger } from '../../api/src/platform/logger.ts'

/** A block with its transactions. */
export type FollowedBlock = {
  number: number
  hash: Hash
  parentHash: Hash
  /** False if the bloom filter of the block is empty. */
  hasLogs: boolean
  /** JSON of the response. */
  text: string
}

/** The block time of the testnet; local chains mine on demand. */
const POLL_MS = { local: 200, testnet: 450 }
/** Interval between comparisons of several nodes. */
const COMPARE_EVERY_MS = 5_000
/** Lag from which a node is not queried for the head. */
const BEHIND_MOST = 2
/** Holds thousands of blocks of the testnet. */
const CACHE_BYTES = 64 * 1024 ** 2

export const hex = z.templateLiteral(['0x', z.string()])
const blockAnswer = z.looseObject({
  number: hex,
  hash: hex,
  parentHash: hex,
  logsBloom: hex,
})
type BlockRequest =
  | { method: 'eth_getBlockByNumber'; params: [Hex | 'latest', boolean] }
  | { method: 'eth_getBlockByHash'; params: [Hash, boolean] }

export type FollowedChain = ReturnType<typeof followChain>

/**
 * Follows the chain as all nodes together show it. Its head is the newest block of
 * any node and never goes back, so a lagging node is no reorganisation. Requests
 * each block once.
 *
 * @param queue limits all requests but those of the head
 */
export function followChain(
  nodes: ChainNodes,
  { isLocal, log, queue }: { isLocal: boolean; log: Logger; queue: PQueue },
) {
  const blocks = new LRUCache<Hash, FollowedBlock>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ text }) => text.length,
  })
  const requests = new Map<string, Promise<FollowedBlock | undefined>>()
  /** Lagging nodes, and their height at the last comparison. */
  let behind: ReadonlyMap<ChainNode, number> = new Map()
  let head: FollowedBlock | undefined
  let isReachable = true

  /** Returns the hash at a height, if known without a request. */
  function getHash(number: number): Hash | undefined {
    let block = head
    while (block && block.number > number + 1) {
      block = blocks.peek(block.parentHash)
    }
    if (block?.number === number) return block.hash
    return block?.number === number + 1 ? block.parentHash : undefined
  }

  /** Returns false for a lagging node that is not known to have this height. */
  function hasReached(node: ChainNode, number: number): boolean {
    return (behind.get(node) ?? number) >= number
  }

  async function poll(): Promise<void> {
    try {
      const method = 'eth_getBlockByNumber'
      const block = await nodes.query(async (node) =>
        behind.has(node)
          ? undefined
          : read(node, { method, params: ['latest', true] }),
      )
      noteReachable(true)
      // Local chains become shorter when they are reset.
      const isNext = isLocal || (block && block.number >= (head?.number ?? 0))
      if (block && isNext) head = block
    } catch (error) {
      noteReachable(error instanceof RateLimited || !isUnanswered(error))
    }
  }

  function noteReachable(is: boolean): void {
    if (is === isReachable) return
    isReachable = is
    log.warn(is ? 'chain.reachable' : 'chain.unreachable')
  }

  async function compareNodes(): Promise<void> {
    const answers = await nodes.queryReachable((node) => node.head())
    const newest = Math.max(...answers.map(({ answer }) => Number(answer)))
    behind = new Map(
      answers
        .map(({ node, answer }) => [node, Number(answer)] as const)
        .filter(([, number]) => newest - number > BEHIND_MOST),
    )
  }

  /** Shares a request among concurrent callers. */
  function findBlock(
    request: BlockRequest,
  ): Promise<FollowedBlock | undefined> {
    const [key] = request.params
    const present = requests.get(key)
    if (present) return present
    const number = request.method === 'eth_getBlockByNumber' ? Number(key) : 0
    const found = queue
      .add(() =>
        nodes.query(async (node) =>
          hasReached(node, number) ? read(node, request) : undefined,
        ),
      )
      .finally(() => requests.delete(key))
    requests.set(key, found)
    return found
  }

  async function read(
    node: ChainNode,
    request: BlockRequest,
  ): Promise<FollowedBlock | undefined> {
    const answer: unknown = await node.client.request(request)
    if (answer === null) return undefined
    const linked = await withParent(node, blockAnswer.parse(answer))
    const block = {
      number: hexToNumber(linked.number),
      hash: linked.hash,
      parentHash: linked.parentHash,
      hasLogs: BigInt(linked.logsBloom) !== 0n,
      text: JSON.stringify(linked),
    }
    blocks.set(block.hash, block)
    return block
  }

  /** @returns undefined if no node has it */
  async function byHash(hash: Hash): Promise<FollowedBlock | undefined> {
    const method = 'eth_getBlockByHash'
    return blocks.get(hash) ?? findBlock({ method, params: [hash, true] })
  }

  return {
    /** Undefined until a node has answered. */
    head: () => head,
    /** False while no node answers. */
    isReachable: () => isReachable,
    getHash,
    hasReached,
    byHash,

    /** @returns undefined above the head, and if no node has it */
    async byNumber(number: number): Promise<FollowedBlock | undefined> {
      if (!head || number > head.number) return undefined
      const known = getHash(number)
      if (known) return byHash(known)
      const method = 'eth_getBlockByNumber'
      return findBlock({ method, params: [numberToHex(number), true] })
    },

    /** Follows the head until `signal`. */
    async follow(signal: AbortSignal): Promise<void> {
      await compareNodes()
      await Promise.all([
        repeat(poll, isLocal ? POLL_MS.local : POLL_MS.testnet, signal),
        repeat(compareNodes, COMPARE_EVERY_MS, signal),
      ])
    },
  }
}

/**
 * Sets the parent hash of a block that lacks it: hardhat_mine leaves zeros in all
 * blocks but the last, which Ponder would request for ever.
 */
async function withParent(
  { client }: ChainNode,
  block: z.infer<typeof blockAnswer>,
): Promise<z.infer<typeof blockAnswer>> {
  const number = hexToNumber(block.number)
  if (block.parentHash !== zeroHash || number === 0) return block
  const parent = await client.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(number - 1), false],
  })
  return { ...block, parentHash: blockAnswer.parse(parent).hash }
}

/** Starts `work` periodically, never twice at a time. */
async function repeat(
  work: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const next = sleep(everyMs, undefined, { signal }).catch(() => undefined)
    await work()
    await next
  }
}
