import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type PQueue from 'p-queue'
import { type Hash, type Hex, hexToNumber, numberToHex, zeroHash } from 'viem'
import * as z from 'zod'
import { LOCAL_CHAIN, type TestChainId } from '#core/chain/chains.ts'
import type { ChainNode } from '../../api/src/platform/chain/nodes/chain-node.ts'
import type { ChainNodes } from '../../api/src/platform/chain/nodes/chain-nodes.ts'
import {
  isUnanswered,
  RateLimited,
} from '../../api/src/platform/chain/nodes/rpc-failure.ts'

/** A block with its transactions. */
export type FollowedBlock = {
  number: number
  hash: Hash
  parentHash: Hash
  /** False where the block's bloom filter is empty. */
  hasLogs: boolean
  /** The JSON of a node's answer. */
  text: string
}

/** A block's time on the testnet; a local chain makes blocks on demand. */
const POLL_MS = { [LOCAL_CHAIN]: 200, default: 450 }
/** Interval between comparisons of several nodes. */
const COMPARE_EVERY_MS = 5_000
/** A node that is further behind than others is not asked for the head. */
const BEHIND_MOST = 2
/** Holds thousands of blocks of the testnet. */
const CACHE_BYTES = 64 * 1024 ** 2

const hex = z.templateLiteral(['0x', z.string()])
const blockAnswer = z.looseObject({
  number: hex,
  hash: hex,
  parentHash: hex,
  logsBloom: hex,
})
type BlockAnswer = z.infer<typeof blockAnswer>
type BlockRequest =
  | { method: 'eth_getBlockByNumber'; params: [Hex | 'latest', boolean] }
  | { method: 'eth_getBlockByHash'; params: [Hash, boolean] }

/**
 * The chain as all its nodes together show it. Its head is the newest block of
 * any node and never older than before, so a node that lags is no
 * reorganisation. Each block is requested from a node once.
 */
export class FollowedChain {
  readonly #nodes: ChainNodes
  readonly #isLocal: boolean
  readonly #queue: PQueue
  readonly #blocks = new LRUCache<Hash, FollowedBlock>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ text }) => text.length,
  })
  readonly #requests = new Map<string, Promise<FollowedBlock | undefined>>()
  /** Nodes that lag, and how far they had come when they were compared. */
  #behind: ReadonlyMap<ChainNode, number> = new Map()
  #head: FollowedBlock | undefined
  #isReachable = true

  /** @param queue of requests that the head's do not wait for. */
  constructor(nodes: ChainNodes, chainId: TestChainId, queue: PQueue) {
    this.#nodes = nodes
    this.#isLocal = chainId === LOCAL_CHAIN
    this.#queue = queue
  }

  /** Undefined until a node has answered. */
  get head(): FollowedBlock | undefined {
    return this.#head
  }

  /** False while no node answers. */
  get isReachable(): boolean {
    return this.#isReachable
  }

  /** Follows the head until `signal`. */
  async follow(signal: AbortSignal): Promise<void> {
    await this.#compareNodes()
    const pollMs = this.#isLocal ? POLL_MS[LOCAL_CHAIN] : POLL_MS.default
    await Promise.all([
      repeat(() => this.#poll(), pollMs, signal),
      repeat(() => this.#compareNodes(), COMPARE_EVERY_MS, signal),
    ])
  }

  /** @returns undefined above the head, and where no node has it. */
  async byNumber(number: number): Promise<FollowedBlock | undefined> {
    if (!this.#head || number > this.#head.number) return undefined
    const child = this.#onBranch(number + 1)
    if (child) return this.byHash(child.parentHash)
    return (
      this.#onBranch(number) ??
      this.#request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(number), true],
      })
    )
  }

  /** @returns undefined where no node has it. */
  async byHash(hash: Hash): Promise<FollowedBlock | undefined> {
    return (
      this.#blocks.get(hash) ??
      this.#request({ method: 'eth_getBlockByHash', params: [hash, true] })
    )
  }

  /** The branch's hash at a height, where it is known without a request. */
  hashAt(number: number): Hash | undefined {
    return (
      this.#onBranch(number)?.hash ?? this.#onBranch(number + 1)?.parentHash
    )
  }

  /** False for a node that lags and is not known to have come that far. */
  hasReached(node: ChainNode, number: number): boolean {
    return (this.#behind.get(node) ?? number) >= number
  }

  /** Goes back from the head by parent hashes, as far as blocks are known. */
  #onBranch(number: number): FollowedBlock | undefined {
    let block = this.#head
    while (block && block.number > number) {
      block = this.#blocks.peek(block.parentHash)
    }
    return block?.number === number ? block : undefined
  }

  async #poll(): Promise<void> {
    try {
      const block = await this.#nodes.ask(async (node) =>
        this.#behind.has(node)
          ? undefined
          : this.#read(node, {
              method: 'eth_getBlockByNumber',
              params: ['latest', true],
            }),
      )
      this.#noteReachable(true)
      if (block && this.#isNext(block)) this.#head = block
    } catch (error) {
      const isLimited = error instanceof RateLimited
      this.#noteReachable(isLimited || !isUnanswered(error))
    }
  }

  /** Only a local chain can become shorter: it is set back, or starts again. */
  #isNext({ number }: FollowedBlock): boolean {
    return this.#isLocal || !this.#head || number >= this.#head.number
  }

  async #compareNodes(): Promise<void> {
    const answers = await this.#nodes.askReachable((node) => node.head())
    const heads = answers.map(({ answer }) => Number(answer))
    const newest = Math.max(...heads)
    this.#behind = new Map(
      answers.flatMap(({ node, answer }) =>
        newest - Number(answer) > BEHIND_MOST ? [[node, Number(answer)]] : [],
      ),
    )
  }

  #noteReachable(isReachable: boolean): void {
    if (isReachable === this.#isReachable) return
    this.#isReachable = isReachable
    console.warn(
      isReachable
        ? 'The chain answers again.'
        : 'No node of RPC_URL answers: indexing waits for one.',
    )
  }

  /** Makes each request once at a time. */
  #request(asked: BlockRequest): Promise<FollowedBlock | undefined> {
    const [key] = asked.params
    const present = this.#requests.get(key)
    if (present) return present
    const number = asked.method === 'eth_getBlockByNumber' ? Number(key) : 0
    const ask = () =>
      this.#nodes.ask(async (node) =>
        this.hasReached(node, number) ? this.#read(node, asked) : undefined,
      )
    const request = this.#queue
      .add(ask)
      .finally(() => this.#requests.delete(key))
    this.#requests.set(key, request)
    return request
  }

  async #read(
    node: ChainNode,
    asked: BlockRequest,
  ): Promise<FollowedBlock | undefined> {
    const answer: unknown = await node.client.request(asked)
    if (answer === null) return undefined
    const linked = await withParent(node, blockAnswer.parse(answer))
    const { hash, parentHash } = linked
    const block = {
      number: hexToNumber(linked.number),
      hash,
      parentHash,
      hasLogs: BigInt(linked.logsBloom) !== 0n,
      text: JSON.stringify(linked),
    }
    this.#blocks.set(hash, block)
    return block
  }
}

/**
 * Names the parent of a block that lacks it. Hardhat's hardhat_mine only
 * reserves blocks when it makes many: all but the last have a parent hash
 * of zeros, which Ponder would request without end.
 */
async function withParent(
  { client }: ChainNode,
  block: BlockAnswer,
): Promise<BlockAnswer> {
  const number = hexToNumber(block.number)
  if (block.parentHash !== zeroHash || number === 0) return block
  const parent = await client.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(number - 1), false],
  })
  return { ...block, parentHash: blockAnswer.parse(parent).hash }
}

/** Starts `work` every so many milliseconds, never twice at a time. */
async function repeat(
  work: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const nextAtMs = performance.now() + everyMs
    await work()
    const delayMs = Math.max(nextAtMs - performance.now(), 0)
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
  }
}
