import {
  type ChainHead,
  isBlockAfter,
  type SaltBlock,
  type SaltChain,
} from '#core/race/salt.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type {
  ChainNode,
  NodeBlock,
} from '../../../platform/chain/nodes/chain-node.ts'

/** Maximum lag of the finalized block; a larger one delays salts. */
const FINALIZED_WITHIN_SECONDS = 20
/** Maximum age of the finalized block while waiting for a salt. */
const FINALIZED_MAX_AGE_MS = 450

/** Source of races' salts. */
export type SaltSource = {
  chain: SaltChain
  /** Returns the highest block of all nodes. @throws when no node answers. */
  head(): Promise<ChainHead>
  /** False while the chain finalizes no blocks. @throws when no node answers. */
  isFinalizing(): Promise<boolean>
  /** Returns the first block after a time; undefined until one is finalized. */
  findBlockAfter(momentMs: number): Promise<SaltBlock | undefined>
}

/** Takes salts from the chain of deposits. */
export function chainSalts({
  deployment: { chainId, genesisHash },
  nodes,
}: Pick<Chain, 'deployment' | 'nodes'>): SaltSource {
  return {
    chain: { chainId, genesisHash },

    async head() {
      const heads = await nodes.queryReachable(latestBlock)
      const [highest] = heads
        .map(({ answer }) => answer)
        .toSorted((a, b) => b.number - a.number)
      if (!highest) throw new Error('no node of RPC_URL answers')
      return highest
    },

    isFinalizing: () =>
      nodes.query(async (node) => {
        const [latest, finalized] = await Promise.all([
          latestBlock(node),
          node.finalizedBlock(),
        ])
        const lagSeconds = latest.timestamp - Number(finalized.timestamp)
        return lagSeconds <= FINALIZED_WITHIN_SECONDS
      }),

    // Uses one node for the whole search, since nodes differ in height.
    findBlockAfter: (momentMs) =>
      nodes.query(async (node) => {
        const found = await findFinalizedAfter(node, momentMs)
        return found && { chainId, genesisHash, ...found }
      }),
  }
}

async function latestBlock({ client }: ChainNode): Promise<ChainHead> {
  const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
  return { number: Number(number), timestamp: Number(timestamp) }
}

/** Searches back in doubling steps, then bisects: timestamps never decrease. */
async function findFinalizedAfter(node: ChainNode, momentMs: number) {
  let found = plainBlock(await node.finalizedBlock(FINALIZED_MAX_AGE_MS))
  if (!isBlockAfter(found, momentMs)) return undefined
  let before = -1
  for (let step = 1; before < 0 && found.number > 0; step *= 2) {
    const tried = await readBlock(node, Math.max(found.number - step, 0))
    if (isBlockAfter(tried, momentMs)) found = tried
    else before = tried.number
  }
  while (found.number - before > 1) {
    const middle = Math.floor((before + found.number) / 2)
    const tried = await readBlock(node, middle)
    if (isBlockAfter(tried, momentMs)) found = tried
    else before = middle
  }
  return found
}

async function readBlock({ client }: ChainNode, number: bigint | number) {
  return plainBlock(await client.getBlock({ blockNumber: BigInt(number) }))
}

function plainBlock({ hash, number, timestamp }: NodeBlock) {
  return { number: Number(number), hash, timestamp: Number(timestamp) }
}
