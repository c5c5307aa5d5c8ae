import { LRUCache } from 'lru-cache'
import type { Address, Hash } from 'viem'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import { type TokenPayments, tokenPaymentsOf } from './mined-payments.ts'

export type BlockPlace = { blockNumber: number; blockHash: Hash }

/** A transaction as a block holds it: in that block it never changes. */
export type Mined = {
  hash: Hash
  place: BlockPlace
  from: Address
  hasSucceeded: boolean
  tokenPayments: TokenPayments
}

/** Log entries whose transactions are kept in mind, of all nodes together. */
const LOGS_KEPT = 100_000

/** What nodes say of transactions, each read from each node once. */
export class MinedTransactions {
  readonly #tokens: readonly Address[]
  readonly #mined = new LRUCache<string, Mined>({ maxSize: LOGS_KEPT })

  constructor({ tokens }: Deployment) {
    this.#tokens = Object.values(tokens)
  }

  /**
   * A transaction on the node's present branch; from mind only while the node
   * still has that block.
   *
   * @param expected the block that it should be in: asked for at once, while
   * slow nodes take their time for each question.
   */
  async present(
    node: ChainNode,
    hash: Hash,
    expected?: number,
  ): Promise<Mined | undefined> {
    const key = keyOf(node, hash)
    const kept = this.#mined.get(key)
    if (kept && (await isPresent(node, kept))) return kept
    this.#mined.delete(key)
    const [receipt, expectedHash] = await Promise.all([
      node.receiptOf(hash),
      expected === undefined ? undefined : node.hashAt(BigInt(expected)),
    ])
    if (!receipt) return undefined
    const { blockNumber, blockHash, from, status, logs } = receipt
    const mined = {
      hash,
      from,
      place: { blockNumber: Number(blockNumber), blockHash },
      hasSucceeded: status === 'success',
      tokenPayments: await tokenPaymentsOf(receipt, this.#tokens),
    }
    this.#mined.set(key, mined, { size: logs.length + 1 })
    const isThere =
      mined.place.blockNumber === expected
        ? expectedHash === blockHash
        : await isPresent(node, mined)
    return isThere ? mined : undefined
  }

  /** Has it read anew: what the node said of it may have been wrong. */
  forget(node: ChainNode, hash: Hash): void {
    this.#mined.delete(keyOf(node, hash))
  }
}

function keyOf({ place }: ChainNode, hash: Hash): string {
  return `${place} ${hash}`
}

async function isPresent(node: ChainNode, { place }: Mined): Promise<boolean> {
  const { blockNumber, blockHash } = place
  return (await node.hashAt(BigInt(blockNumber))) === blockHash
}
