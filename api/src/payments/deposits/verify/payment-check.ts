import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Address, erc20Abi, type Hash, parseEventLogs } from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import {
  ASSET_SYMBOLS,
  type AssetSymbol,
  NATIVE,
} from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { inChunks } from '../../../platform/batches.ts'
import type {
  ChainNode,
  ChainTransaction,
  Receipt,
} from '../../../platform/chain/nodes/chain-node.ts'
import type { BlockPlace, DepositRow } from '../deposits.store.ts'
import type { IndexedTransfer } from '../ingest/indexed-transfers.store.ts'

export type Verdict =
  /** The payment is on the chain, in this block and of this amount. */
  | {
      kind: 'genuine'
      place: BlockPlace
      amountWei: bigint
      senders: readonly string[]
    }
  /** The node's current branch doesn't include the transaction. */
  | { kind: 'missing' }
  /** The transaction is in this block, but makes no such payment. */
  | { kind: 'refuted'; place: BlockPlace }

type Transfer = { from: Address; amountWei: bigint }

/** A transaction as included in a block. */
type Mined = {
  place: BlockPlace
  from: Address
  hasSucceeded: boolean
  /** Transfers of our tokens by token and wallet, in log order. */
  tokenTransfers: ReadonlyMap<string, readonly Transfer[]>
}

const LOGS_MAX = 100_000
/** Logs parsed per turn of the event loop: a receipt can hold thousands. */
const LOGS_PER_TURN = 100

export type PaymentChecker = ReturnType<typeof createPaymentChecker>

/**
 * Creates checks of payments against single nodes: a payment is genuine if its
 * transaction succeeded in a block of the node's current branch, and moved that
 * asset to that wallet.
 */
export function createPaymentChecker({ tokens }: Deployment) {
  const cache = new LRUCache<string, Mined>({ maxSize: LOGS_MAX })
  const toKey = ({ place }: ChainNode, hash: Hash) => `${place} ${hash}`

  /** Returns the block of a transaction on the node's current branch. */
  const findPlace = async (node: ChainNode, hash: Hash) =>
    (await readMined(node, hash))?.place

  /**
   * Checks payments of one transaction, which should be in the first one's
   * block.
   */
  async function check(
    node: ChainNode,
    hash: Hash,
    payments: readonly DepositRow[],
  ): Promise<Map<DepositRow, Verdict>> {
    const hasNative = payments.some(
      ({ cryptoType }) => cryptoType === NATIVE.symbol,
    )
    const [mined, transaction] = await Promise.all([
      readMined(node, hash, payments[0]?.blockNumber),
      hasNative ? node.readTransaction(hash) : undefined,
    ])
    const getVerdict = (payment: DepositRow): Verdict => {
      const transfers = mined && findTransfers(mined, transaction, payment)
      if (!transfers) return { kind: 'missing' }
      const { place } = mined
      const transfer = transfers[payment.ordinal]
      if (!transfer) return { kind: 'refuted', place }
      const { amountWei, from } = transfer
      const senders = [from, mined.from].map((one) => one.toLowerCase())
      return { kind: 'genuine', place, amountWei, senders }
    }
    return new Map(payments.map((payment) => [payment, getVerdict(payment)]))
  }

  /** Checks one deposit; `missing` if it has no transaction. */
  async function checkOne(node: ChainNode, row: DepositRow): Promise<Verdict> {
    const verdicts = row.txHash && (await check(node, row.txHash, [row]))
    return verdicts?.get(row) ?? { kind: 'missing' }
  }

  /**
   * Returns a transaction's transfers to a wallet, as the indexer would.
   *
   * @returns undefined if the node's current branch doesn't include it; an
   * empty list if it reverted or paid others.
   */
  async function readTransfers(
    node: ChainNode,
    { txHash, wallet }: { txHash: Hash; wallet: Address },
  ): Promise<IndexedTransfer[] | undefined> {
    const mined = await readMined(node, txHash)
    if (!mined?.hasSucceeded) return mined && []
    const transaction = await node.readTransaction(txHash)
    const transfers = ASSET_SYMBOLS.map((cryptoType) => {
      const found = findTransfers(mined, transaction, { cryptoType, wallet })
      return found?.map(({ amountWei, from }, ordinal) => ({
        txHash,
        wallet,
        ...mined.place,
        cryptoType,
        ordinal,
        amountWei,
        sender: lowerCase(from),
      }))
    })
    return transfers.includes(undefined)
      ? undefined
      : transfers.flatMap((found) => found ?? [])
  }

  /**
   * Returns a transaction if it is on the node's current branch.
   *
   * @param expected block that should include it, requested in parallel with
   * the receipt to save a round trip.
   */
  async function readMined(
    node: ChainNode,
    hash: Hash,
    expected?: number,
  ): Promise<Mined | undefined> {
    const key = toKey(node, hash)
    const cached = cache.get(key)
    if (cached && (await isIncluded(node, cached.place))) return cached
    cache.delete(key)
    const [receipt, expectedHash] = await Promise.all([
      node.readReceipt(hash),
      expected === undefined ? undefined : node.hashAt(BigInt(expected)),
    ])
    if (!receipt) return undefined
    const { blockHash, from, logs, status } = receipt
    const mined = {
      from,
      place: { blockNumber: Number(receipt.blockNumber), blockHash },
      hasSucceeded: status === 'success',
      tokenTransfers: await readTokenTransfers(receipt, Object.values(tokens)),
    }
    cache.set(key, mined, { size: logs.length + 1 })
    const isPresent =
      mined.place.blockNumber === expected
        ? expectedHash === blockHash
        : await isIncluded(node, mined.place)
    return isPresent ? mined : undefined
  }

  /** Returns undefined if the node doesn't show the payment of native coins. */
  function findTransfers(
    { hasSucceeded, place, tokenTransfers }: Mined,
    transaction: ChainTransaction | undefined,
    { cryptoType, wallet }: { cryptoType: AssetSymbol; wallet: Address },
  ): readonly Transfer[] | undefined {
    if (!hasSucceeded) return []
    if (cryptoType !== NATIVE.symbol) {
      return tokenTransfers.get(getAccount(tokens[cryptoType], wallet)) ?? []
    }
    // Another node behind the same URL may have answered, and lag.
    if (transaction?.blockHash !== place.blockHash) return undefined
    const { from, to, value } = transaction
    const isPaid = to?.toLowerCase() === wallet.toLowerCase() && value > 0n
    return isPaid ? [{ from, amountWei: value }] : []
  }

  return {
    findPlace,
    check,
    checkOne,
    readTransfers,
    /** Drops a node's receipt, so that it is read again. */
    forget: (node: ChainNode, hash: Hash) =>
      void cache.delete(toKey(node, hash)),
  }
}

async function isIncluded(
  node: ChainNode,
  { blockHash, blockNumber }: BlockPlace,
): Promise<boolean> {
  return (await node.hashAt(BigInt(blockNumber))) === blockHash
}

async function readTokenTransfers(
  { logs }: Receipt,
  tokens: readonly Address[],
): Promise<Mined['tokenTransfers']> {
  const ours = new Set(tokens.map((token) => token.toLowerCase()))
  const emitted = logs
    .filter(({ address }) => ours.has(address.toLowerCase()))
    .toSorted((a, b) => a.logIndex - b.logIndex)
  const transfers = new Map<string, Transfer[]>()
  for (const chunk of inChunks(emitted, LOGS_PER_TURN)) {
    const parsed = parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs: [...chunk],
    })
    for (const { address, args } of parsed) {
      if (args.value === 0n) continue
      const account = getAccount(address, args.to)
      const list = transfers.get(account) ?? []
      list.push({ from: args.from, amountWei: args.value })
      transfers.set(account, list)
    }
    await setImmediate()
  }
  return transfers
}

function getAccount(token: Address, wallet: Address): string {
  return `${token} ${wallet}`.toLowerCase()
}
