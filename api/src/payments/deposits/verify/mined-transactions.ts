import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Address, erc20Abi, type Hash, parseEventLogs } from 'viem'
import type { Deployment } from '#core/schemas/deployment.ts'
import { chunksOf } from '../../../platform/batches.ts'
import type {
  ChainNode,
  Receipt,
} from '../../../platform/chain/nodes/chain-node.ts'
import type { BlockPlace } from '../deposits.store.ts'

export type MinedTransfer = { from: Address; amountWei: bigint }

/** A transaction as included in a block. */
export type MinedTransaction = {
  place: BlockPlace
  from: Address
  hasSucceeded: boolean
  /** Returns the transfers of a token to a wallet, in log order. */
  tokenTransfers(token: Address, wallet: Address): readonly MinedTransfer[]
}

/** Cache size in log entries, over all nodes. */
const LOGS_MAX = 100_000
/** Logs parsed per turn of the event loop: a receipt can hold thousands. */
const LOGS_PER_TURN = 100

/** Opens a cache of mined transactions, one entry per node and transaction. */
export function openMinedTransactions({ tokens }: Deployment) {
  const cache = new LRUCache<string, MinedTransaction>({ maxSize: LOGS_MAX })

  /**
   * Returns a transaction if it is on the node's current branch.
   *
   * @param expected block that should include it, requested in parallel with
   * the receipt to save a round trip.
   */
  async function present(
    node: ChainNode,
    hash: Hash,
    expected?: number,
  ): Promise<MinedTransaction | undefined> {
    const key = keyOf(node, hash)
    const cached = cache.get(key)
    if (cached && (await isPresent(node, cached))) return cached
    cache.delete(key)
    const [receipt, expectedHash] = await Promise.all([
      node.receiptOf(hash),
      expected === undefined ? undefined : node.hashAt(BigInt(expected)),
    ])
    if (!receipt) return undefined
    const { blockNumber, blockHash, from, status, logs } = receipt
    const mined = {
      from,
      place: { blockNumber: Number(blockNumber), blockHash },
      hasSucceeded: status === 'success',
      tokenTransfers: await tokenTransfersOf(receipt, Object.values(tokens)),
    }
    cache.set(key, mined, { size: logs.length + 1 })
    const isIncluded =
      mined.place.blockNumber === expected
        ? expectedHash === blockHash
        : await isPresent(node, mined)
    return isIncluded ? mined : undefined
  }

  /** Drops a cached receipt, which may have been wrong. */
  function forget(node: ChainNode, hash: Hash): void {
    cache.delete(keyOf(node, hash))
  }

  return { present, forget }
}

function keyOf({ place }: ChainNode, hash: Hash): string {
  return `${place} ${hash}`
}

async function isPresent(
  node: ChainNode,
  { place: { blockNumber, blockHash } }: MinedTransaction,
): Promise<boolean> {
  return (await node.hashAt(BigInt(blockNumber))) === blockHash
}

async function tokenTransfersOf(
  { logs }: Receipt,
  tokens: readonly Address[],
): Promise<MinedTransaction['tokenTransfers']> {
  const ours = new Set(tokens.map((token) => token.toLowerCase()))
  const emitted = logs
    .filter(({ address }) => ours.has(address.toLowerCase()))
    .toSorted((a, b) => a.logIndex - b.logIndex)
  const transfers = new Map<string, MinedTransfer[]>()
  const accountOf = (token: Address, wallet: Address) =>
    `${token} ${wallet}`.toLowerCase()
  for (const chunk of chunksOf(emitted, LOGS_PER_TURN)) {
    const parsed = parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs: [...chunk],
    })
    for (const { address, args } of parsed) {
      if (args.value === 0n) continue
      const account = accountOf(address, args.to)
      const list = transfers.get(account) ?? []
      list.push({ from: args.from, amountWei: args.value })
      transfers.set(account, list)
    }
    await setImmediate()
  }
  return (token, wallet) => transfers.get(accountOf(token, wallet)) ?? []
}
