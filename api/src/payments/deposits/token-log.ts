import {
  type Address,
  BaseError,
  erc20Abi,
  getAbiItem,
  type Hash,
  TimeoutError,
} from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { confirmationsOf } from '#core/deposits/confirmations.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { chunksOf } from '../../platform/batches.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import {
  BLOCKS_MOST,
  isLogsRefusal,
  LogRange,
} from '../../platform/chain/nodes/log-range.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Guard } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositsStore } from './deposits.store.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'
import { settledUpTo } from './settled-payments.ts'
import type { TokenLogStore } from './token-log.store.ts'

/** Requests of a node for the blocks that are stored as read at once. */
const RANGES_AT_ONCE = 10
/** Read again when the last block is reorged out: no reorganisation is as deep. */
const UNDONE_MOST = 1_000
/** How long one tick reads on. */
const READ_MS = 2_000
/** Kept in one transaction. */
const TRANSFERS_AT_ONCE = 500

type Range = { from: number; to: number }

/** Payments in some blocks, the last of which is final. */
type ReadRange = { to: number; blockHash: Hash; transfers: IndexedTransfer[] }

type TokenLogDeps = {
  chain: Chain
  site: Pick<DepositChain, 'instanceId'>
  db: Database
  store: DepositsStore
  cursor: TokenLogStore
  deposits: DepositsService
  ownersOf(wallets: readonly Address[]): Promise<Map<string, string>>
  /** Told of payments that were not known. */
  onNews(): void
  log: Logger
}

/**
 * Reads the transfers of our own tokens from the chain itself, once they are
 * final, whatever the indexer has made of them: it does not see those to
 * wallets that the registry does not know yet.
 */
export class TokenLog {
  readonly #deps: TokenLogDeps
  readonly #ranges = new Map<ChainNode, LogRange>()

  constructor(deps: TokenLogDeps) {
    this.#deps = deps
  }

  /**
   * Reads on, for some seconds at most.
   *
   * @returns the last block whose payments are known; undefined where nodes
   * refuse to return logs.
   */
  async read(
    term: Guard,
    { reach, signal }: { reach: number; signal: AbortSignal },
  ): Promise<number | undefined> {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])
    let from = await this.#unreadFrom()
    while (from <= reach && !stop.aborted) {
      const last = await this.#readFrom(term, from, reach)
      if (last === undefined) return undefined
      from = last + 1
    }
    return from - 1
  }

  /** The first block that was not read, on the present branch. */
  async #unreadFrom(): Promise<number> {
    const { chain, cursor } = this.#deps
    const { startBlock } = chain.deployment
    const last = await cursor.last()
    if (!last) return startBlock
    const { blockNumber, blockHash } = last
    const hash = await chain.hashAt(BigInt(blockNumber))
    const isThere = blockHash === null || hash === blockHash
    return isThere
      ? blockNumber + 1
      : Math.max(blockNumber - UNDONE_MOST, startBlock)
  }

  /** @returns the last block of those that were read at once. */
  async #readFrom(
    term: Guard,
    from: number,
    reach: number,
  ): Promise<number | undefined> {
    const { chain, cursor, db, ownersOf } = this.#deps
    let isRefused = false
    const read = await chain.nodes.ask(async (node) => {
      const answer = await this.#askLogs(node, { from, to: reach })
      if (answer !== 'refused') return answer
      isRefused = true
      return undefined
    })
    if (!read && isRefused) return undefined
    if (!read) throw new Error('No node has come so far any more')
    const { to, blockHash, transfers } = read
    const wallets = new Set(transfers.map(({ wallet }) => wallet))
    const owners = await ownersOf([...wallets])
    const ours = transfers.filter(({ wallet }) => owners.has(wallet))
    await this.#record(term, ours)
    await db.transaction(async (tx) => {
      await term.guard(tx)
      await cursor.readThrough(tx, { blockNumber: to, blockHash })
    })
    return to
  }

  /**
   * Reads some blocks from one node, in smaller ranges until it takes them.
   *
   * @returns undefined when it has not come so far.
   */
  async #askLogs(
    node: ChainNode,
    { from, to: reach }: Range,
  ): Promise<ReadRange | 'refused' | undefined> {
    const { chain, log } = this.#deps
    const range = this.#rangeOf(node)
    const settled = await settledUpTo(node)
    for (;;) {
      const { blocks } = range
      if (blocks === 0) return 'refused'
      const most = Math.min(blocks * RANGES_AT_ONCE, BLOCKS_MOST)
      const to = Math.min(from + most - 1, reach)
      if (to > settled) return undefined
      // Asked for first: of a branch that comes later it says too little.
      const blockHash = await node.hashAt(BigInt(to))
      if (!blockHash) return undefined
      const size = Math.min(blocks, to - from + 1)
      try {
        const transfers = await transfersIn(node, chain.deployment, {
          from,
          to,
          size,
        })
        range.answered(size)
        return { to, blockHash, transfers }
      } catch (error) {
        const isLate = isTimeout(error)
        if (!isLate && !isLogsRefusal(error)) throw error
        if (range.refused(size)) {
          const { place } = node
          log.warn(
            { node: place, blocks: range.blocks },
            'token_log.range_reduced',
          )
        }
        if (isLate) throw error
      }
    }
  }

  #rangeOf(node: ChainNode): LogRange {
    const known = this.#ranges.get(node) ?? new LogRange()
    this.#ranges.set(node, known)
    return known
  }

  async #record(term: Guard, transfers: readonly IndexedTransfer[]) {
    const { chain, deposits, onNews, ownersOf, site, store } = this.#deps
    const head = Number(await chain.head())
    for (const some of chunksOf(transfers, TRANSFERS_AT_ONCE)) {
      const news = await store.unknown(site.instanceId, some)
      const owners = await ownersOf(news.map(({ wallet }) => wallet))
      const owned = news.flatMap((transfer) => {
        const userId = owners.get(transfer.wallet)
        const confirmations = confirmationsOf(transfer.blockNumber, head)
        return userId ? { transfer, userId, confirmations } : []
      })
      if (owned.length === 0) continue
      await deposits.record(term, owned)
      onNews()
    }
  }
}

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/**
 * All payments of our tokens in some blocks, each with its ordinal.
 *
 * @param range `size`: blocks to ask for at once.
 */
async function transfersIn(
  { client }: ChainNode,
  { tokens }: Deployment,
  { from, to, size }: Range & { size: number },
): Promise<IndexedTransfer[]> {
  const logs = []
  for (let next = from; next <= to; next += size) {
    const some = await client.getLogs({
      address: [tokens.GUMBY, tokens.POKEY],
      event: TRANSFER,
      strict: true,
      fromBlock: BigInt(next),
      toBlock: BigInt(Math.min(next + size - 1, to)),
    })
    logs.push(...some)
  }
  const made = new Map<string, number>()
  return logs
    .filter(({ args }) => args.value > 0n)
    .map(({ address, args, blockHash, blockNumber, transactionHash }) => {
      const cryptoType = symbolOf(tokens, address)
      const wallet = lowerCase(args.to)
      const key = `${transactionHash} ${wallet} ${cryptoType}`
      const ordinal = made.get(key) ?? 0
      made.set(key, ordinal + 1)
      return {
        txHash: transactionHash,
        wallet,
        cryptoType,
        ordinal,
        amount: args.value,
        sender: lowerCase(args.from),
        blockNumber: Number(blockNumber),
        blockHash,
      }
    })
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => cause instanceof TimeoutError) !== null
}

function symbolOf(
  { GUMBY }: Deployment['tokens'],
  address: Address,
): AssetSymbol {
  return address.toLowerCase() === GUMBY.toLowerCase() ? 'GUMBY' : 'POKEY'
}
