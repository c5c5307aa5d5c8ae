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
  /** False if the bloom filter of the block is empty. */
  hasLogs: boolean
  /** JSON of the response. */
  text: string
}

/** The block time of the testnet; local chains mine on demand. */
const POLL_MS = { [LOCAL_CHAIN]: 200, default: 450 }
/** Interval between comparisons of several nodes. */
const COMPARE_EVERY_MS = 5_000
/** Lag from which a node is not asked for the head. */
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
type BlockAnswer = z.infer<typeof blockAnswer>
type BlockRequest =
  | { method: 'eth_getBlockByNumber'; params: [Hex | 'latest', boolean] }
  | { method: 'eth_getBlockByHash'; params: [Hash, boolean] }

/**
 * The chain as all nodes together show it. Its head is the newest block of any node
 * and never goes back, so a lagging node is no reorganisation. Requests each block
 * once.
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
  /** Lagging nodes, and their height at the last comparison. */
  #behind: ReadonlyMap<ChainNode, number> = new Map()
  #head: FollowedBlock | undefined
  #isReachable = true

  /** @param queue limits all requests but those of the head */
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

  /** @returns undefined above the head, and if no node has it */
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

  /** @returns undefined if no node has it */
  async byHash(hash: Hash): Promise<FollowedBlock | undefined> {
    return (
      this.#blocks.get(hash) ??
      this.#request({ method: 'eth_getBlockByHash', params: [hash, true] })
    )
  }

  /** Returns the hash at a height, if known without a request. */
  hashAt(number: number): Hash | undefined {
    return (
      this.#onBranch(number)?.hash ?? this.#onBranch(number + 1)?.parentHash
    )
  }

  /** Returns false for a lagging node that is not known to have this height. */
  hasReached(node: ChainNode, number: number): boolean {
    return (this.#behind.get(node) ?? number) >= number
  }

  /** Finds a known block by parent hashes from the head. */
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

  /** Local chains can become shorter, when reset or restarted. */
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

  /** Shares a request among concurrent callers. */
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
 * Sets the parent hash of a block that lacks it: hardhat_mine leaves zeros in all
 * blocks but the last, which Ponder would request for ever.
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

/** Starts `work` periodically, never twice at a time. */
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
