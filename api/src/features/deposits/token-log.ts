import { type Address, erc20Abi, getAbiItem, type Hash } from 'viem'
import { lowerCase } from '#core/chain/lower-case.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { confirmationsOf } from '#core/deposits/confirmations.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import { chunksOf } from '../../platform/chunks-of.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Guard } from '../../platform/db/lease.ts'
import type { DepositChain } from '../deposit-chain/deposit-chain.feature.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositsStore } from './deposits.store.ts'
import type { IndexedTransfer } from './indexed-transfers.store.ts'
import { settledUpTo } from './settled-payments.ts'
import type { TokenLogStore } from './token-log.store.ts'

/** Blocks read at once; fewer after a failure, as nodes bound their answers. */
const BLOCKS_MOST = 500
/** Read again when the last block is reorged out: no reorganisation is as deep. */
const UNDONE_MOST = 1_000
/** How long one tick reads on. */
const READ_MS = 2_000
/** Kept in one transaction. */
const TRANSFERS_AT_ONCE = 500

type Range = { from: number; to: number }

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
}

/**
 * Reads the transfers of our own tokens from the chain itself, once they are
 * final, whatever the indexer has made of them: it does not see those to
 * wallets that the registry does not know yet.
 */
export class TokenLog {
  readonly #deps: TokenLogDeps
  #blocks = BLOCKS_MOST

  constructor(deps: TokenLogDeps) {
    this.#deps = deps
  }

  /**
   * Reads on, for some seconds at most.
   *
   * @returns the last block whose payments are known.
   */
  async read(
    term: Guard,
    { reach, signal }: { reach: number; signal: AbortSignal },
  ): Promise<number> {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])
    let from = await this.#unreadFrom()
    while (from <= reach && !stop.aborted) {
      from = (await this.#readFrom(term, from, reach)) + 1
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
  async #readFrom(term: Guard, from: number, reach: number): Promise<number> {
    const { cursor, db } = this.#deps
    const to = Math.min(from + this.#blocks - 1, reach)
    try {
      const { blockHash, transfers } = await this.#transfersIn({ from, to })
      await this.#record(term, transfers)
      await db.transaction(async (tx) => {
        await term.guard(tx)
        await cursor.readThrough(tx, { blockNumber: to, blockHash })
      })
    } catch (error) {
      this.#blocks = Math.max(Math.floor(this.#blocks / 2), 1)
      throw error
    }
    this.#blocks = Math.min(this.#blocks * 2, BLOCKS_MOST)
    return to
  }

  async #transfersIn(
    range: Range,
  ): Promise<{ blockHash: Hash; transfers: IndexedTransfer[] }> {
    const { chain, ownersOf } = this.#deps
    const told = await chain.nodes.ask(async (node) => {
      if (range.to > (await settledUpTo(node))) return undefined
      // Asked for first: of a branch that comes later it says too little.
      const blockHash = await node.hashAt(BigInt(range.to))
      if (!blockHash) return undefined
      const transfers = await transfersIn(node, chain.deployment, range)
      return { blockHash, transfers }
    })
    if (!told) throw new Error('No node has come so far any more')
    const { blockHash, transfers } = told
    const owners = await ownersOf([
      ...new Set(transfers.map((one) => one.wallet)),
    ])
    return {
      blockHash,
      transfers: transfers.filter(({ wallet }) => owners.has(wallet)),
    }
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

/** All payments of our tokens in some blocks, each with its ordinal. */
async function transfersIn(
  { client }: ChainNode,
  { tokens }: Deployment,
  { from, to }: Range,
): Promise<IndexedTransfer[]> {
  const logs = await client.getLogs({
    address: [tokens.GUMBY, tokens.POKEY],
    event: TRANSFER,
    strict: true,
    fromBlock: BigInt(from),
    toBlock: BigInt(to),
  })
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

function symbolOf(
  { GUMBY }: Deployment['tokens'],
  address: Address,
): AssetSymbol {
  return address.toLowerCase() === GUMBY.toLowerCase() ? 'GUMBY' : 'POKEY'
}
