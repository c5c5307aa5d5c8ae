import {
  type Hash,
  numberToHex,
  type RpcLog,
  type RpcTransactionReceipt,
} from 'viem'
import type { ChainNode } from '../../api/src/platform/chain/nodes/chain-node.ts'
import type { ChainNodes } from '../../api/src/platform/chain/nodes/chain-nodes.ts'
import {
  isLogsRejection,
  RpcFailure,
} from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import type { FollowedChain } from './followed-chain.ts'
import { createLogRange, type LogRange } from './log-range.ts'

/** A range of blocks and a filter of eth_getLogs. */
type LogsBetween = { first: number; last: number; filter: object }
type Part = { logs: RpcLog[]; last: number }

/** Reads logs in as many requests as the nodes' limits require. */
export function createNodeLogs(
  nodes: ChainNodes,
  { hasReached }: Pick<FollowedChain, 'hasReached'>,
) {
  const ranges = new Map<ChainNode, LogRange>()

  const blocksAtOnce = () =>
    Math.max(...[...ranges.values()].map(({ blocks }) => blocks))

  /** @returns undefined if every node refuses eth_getLogs */
  async function readPart(wanted: LogsBetween): Promise<Part | undefined> {
    const part = await nodes.query(async (node) => {
      const range = ranges.get(node) ?? createLogRange()
      ranges.set(node, range)
      // Skips lagging nodes, whose answers lack the newest logs.
      return hasReached(node, wanted.last)
        ? partFrom(node, range, wanted)
        : undefined
    })
    if (part || blocksAtOnce() === 0) return part
    throw new RpcFailure('no node answers eth_getLogs')
  }

  return {
    /** Largest range that some node accepts; 0 if all refuse. */
    blocksAtOnce,

    /** @returns no logs if every node refuses eth_getLogs */
    async between({ first, last, filter }: LogsBetween): Promise<RpcLog[]> {
      const found: RpcLog[] = []
      let next = first
      while (next <= last) {
        const part = await readPart({ first: next, last, filter })
        if (!part) return []
        found.push(...part.logs)
        next = part.last + 1
      }
      return found
    },

    /** Returns all logs of a block, from receipts if eth_getLogs is refused. */
    async ofBlock(blockHash: Hash): Promise<RpcLog[]> {
      const logs = await nodes.query(async ({ client }) => {
        const found = await client
          .request({ method: 'eth_getLogs', params: [{ blockHash }] })
          .catch(unlessTransient)
        // The block has logs, so the node lacks the block.
        return found && found.length > 0 ? found : undefined
      })
      if (logs) return logs
      const receipts = await nodes.query((node) =>
        findReceipts(node, blockHash),
      )
      if (!receipts) throw new RpcFailure('no node has the receipts of a block')
      return receipts.flatMap((receipt) => receipt.logs)
    },
  }
}

/** Returns the largest accepted range of logs; undefined if all are refused. */
async function partFrom(
  { client }: ChainNode,
  range: LogRange,
  { first, last, filter }: LogsBetween,
): Promise<Part | undefined> {
  while (range.blocks > 0) {
    const end = Math.min(first + range.blocks - 1, last)
    const between = { fromBlock: numberToHex(first), toBlock: numberToHex(end) }
    const logs = await client
      .request({ method: 'eth_getLogs', params: [{ ...filter, ...between }] })
      .catch(unlessTransient)
    const blocks = end - first + 1
    if (!logs) range.refused(blocks)
    else {
      range.answered(blocks)
      return { logs, last: end }
    }
  }
  return undefined
}

/** Returns undefined for refusals; throws errors that may be temporary. */
function unlessTransient(error: unknown): undefined {
  if (!isLogsRejection(error)) throw error
}

async function findReceipts(
  { client }: ChainNode,
  blockHash: Hash,
): Promise<RpcTransactionReceipt[] | undefined> {
  const together = await client
    .request({ method: 'eth_getBlockReceipts', params: [blockHash] })
    .catch(unlessTransient)
  if (together) return together
  const block = await client.getBlock({ blockHash })
  const receipts = await Promise.all(
    block.transactions.map((hash) =>
      client.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
    ),
  )
  return receipts.flatMap((receipt) => receipt ?? [])
}
