import { eq } from 'drizzle-orm'
import { erc20Abi, getAbiItem, isAddressEqual, TimeoutError } from 'viem'
import { assert } from '#core/assert.ts'
import { lowerCase } from '#core/chain/chains.ts'
import { TOKEN_SYMBOLS } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { inChunks } from '../../../platform/batches.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import {
  findCause,
  isLogsRejection,
} from '../../../platform/chain/nodes/rpc-failure.ts'
import { type Guard, withFencing } from '../../../platform/db/lease.ts'
import type { DepositParts } from '../deposit-parts.ts'
import { tokenLogCursors } from '../deposits.table.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'
import type { TransferRecorder } from './transfer-recorder.ts'

/** Blocks read again after a reorg; deeper ones don't happen. */
const REORG_DEPTH_MAX = 1_000
/** Blocks per request, while the node accepts as many. */
const BLOCKS_MAX = 500
/** Time after a refusal until larger ranges are tried again. */
const RAISE_AFTER_MS = 30 * 60_000
const READ_MS = 2_000
/** Transfers recorded per transaction. */
const TRANSFERS_PER_BATCH = 500

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

type Range = { from: number; to: number }

/**
 * Creates the project's own reading of final token transfers. The indexer misses transfers
 * to wallets that weren't registered at the time.
 */
export function createTokenLog({
  chain,
  db,
  log,
  onRecord,
  recorder,
  site: { instanceId },
}: Pick<DepositParts, 'chain' | 'db' | 'log'> & {
  /** Called after unknown transfers were recorded. */
  onRecord(): void
  recorder: TransferRecorder
  site: Pick<DepositParts['site'], 'instanceId'>
}) {
  /** Blocks that a node accepts at once: half of what it refused. */
  const ranges = new Map<ChainNode, { blocks: number; untilMs: number }>()

  /**
   * Continues reading up to the final block, for some seconds at most.
   *
   * @returns the last block read; undefined if nodes reject log requests.
   */
  async function read(
    term: Guard,
    { final, signal }: { final: number; signal: AbortSignal },
  ): Promise<number | undefined> {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])
    let from = await firstUnread()
    while (from <= final && !stop.aborted) {
      const last = await readFrom(term, { from, to: final })
      if (last === undefined) return undefined
      from = last + 1
    }
    return from - 1
  }

  async function firstUnread(): Promise<number> {
    const { startBlock } = chain.deployment
    const [last] = await db
      .select()
      .from(tokenLogCursors)
      .where(eq(tokenLogCursors.instanceId, instanceId))
    if (!last) return startBlock
    const { blockNumber, blockHash } = last
    const hash = await chain.hashAt(BigInt(blockNumber))
    const isIncluded = blockHash === null || hash === blockHash
    return isIncluded
      ? blockNumber + 1
      : Math.max(blockNumber - REORG_DEPTH_MAX, startBlock)
  }

  /** Reads and stores one step. @returns its last block. */
  async function readFrom(
    term: Guard,
    range: Range,
  ): Promise<number | undefined> {
    let isRefused = false
    const read = await chain.nodes.query(async (node) => {
      const answer = await readRange(node, range)
      if (answer !== 'refused') return answer
      isRefused = true
      return undefined
    })
    if (!read && isRefused) return undefined
    if (!read) throw new Error('All nodes lag behind the final block')
    const { to, blockHash, transfers } = read
    const head = range.to + CONFIRMATIONS_NEEDED - 1
    for (const batch of inChunks(transfers, TRANSFERS_PER_BATCH)) {
      if (await recorder.record(term, batch, head)) onRecord()
    }
    const cursor = { blockNumber: to, blockHash }
    await withFencing(term, db, (tx) =>
      tx
        .insert(tokenLogCursors)
        .values({ instanceId, ...cursor })
        .onConflictDoUpdate({
          target: tokenLogCursors.instanceId,
          set: cursor,
        }),
    )
    return to
  }

  /**
   * Reads blocks from one node, in smaller ranges until it accepts them.
   *
   * @returns undefined if the node lags.
   */
  async function readRange(node: ChainNode, { from, to: final }: Range) {
    for (;;) {
      const blocks = blocksAtOnce(node)
      if (blocks === 0) return 'refused' as const
      const to = Math.min(from + blocks - 1, final)
      // Read before the logs, so that a reorg in between is detected later.
      const blockHash = await node.hashAt(BigInt(to))
      if (!blockHash) return undefined
      try {
        const transfers = await readTransfers(node, { from, to })
        return { to, blockHash, transfers }
      } catch (error) {
        reduceRange(node, to - from + 1, error)
      }
    }
  }

  function blocksAtOnce(node: ChainNode): number {
    const { blocks, untilMs } = ranges.get(node) ?? { blocks: 0, untilMs: 0 }
    return performance.now() < untilMs ? blocks : BLOCKS_MAX
  }

  /** @throws the error, unless the node rejected the range. */
  function reduceRange(node: ChainNode, size: number, error: unknown): void {
    const isLate = findCause(error, TimeoutError) !== undefined
    if (!isLate && !isLogsRejection(error)) throw error
    const blocks = Math.floor(size / 2)
    ranges.set(node, { blocks, untilMs: performance.now() + RAISE_AFTER_MS })
    log.warn({ node: node.place, blocks }, 'token_log.range_reduced')
    if (isLate) throw error
  }

  /** Reads all transfers of our tokens in a range of blocks. */
  async function readTransfers(
    { client }: ChainNode,
    { from, to }: Range,
  ): Promise<IndexedTransfer[]> {
    const { tokens } = chain.deployment
    const logs = await client.getLogs({
      address: Object.values(tokens),
      event: TRANSFER,
      strict: true,
      fromBlock: BigInt(from),
      toBlock: BigInt(to),
    })
    const ordinals = new Map<string, number>()
    return logs
      .filter(({ args }) => args.value > 0n)
      .map(({ address, args, blockHash, blockNumber, transactionHash }) => {
        const cryptoType = TOKEN_SYMBOLS.find((token) =>
          isAddressEqual(tokens[token], address),
        )
        assert(cryptoType !== undefined, 'logs are of our tokens')
        const wallet = lowerCase(args.to)
        const key = `${transactionHash} ${wallet} ${cryptoType}`
        const ordinal = ordinals.get(key) ?? 0
        ordinals.set(key, ordinal + 1)
        return {
          txHash: transactionHash,
          wallet,
          cryptoType,
          ordinal,
          amountWei: args.value,
          sender: lowerCase(args.from),
          blockNumber: Number(blockNumber),
          blockHash,
        }
      })
  }

  return { read }
}
