import { encodeFunctionData } from 'viem'
import { type AnchorLeaf, anchorTree } from '#core/fairness/anchor-tree.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { fairnessAnchorAbi } from '../../../../contracts/generated/fairness-anchor.ts'
import { attemptReceipt, type Chain } from '../../platform/chain/nodes/chain.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AnchorSources } from './anchor-sources.ts'
import type {
  AnchorSite,
  AnchorStanding,
  AnchorsStore,
} from './anchors.store.ts'
import { newLeaves } from './leaf-collector.ts'

/** What had nothing to anchor looks again after this. */
const LOOK_AGAIN_MS = 60_000

/** Which anchors are done with: nothing more is to come of them by itself. */
const SETTLED: ReadonlySet<AnchorStanding['status']> = new Set([
  'final',
  'failed',
])

type AnchorerDeps = {
  db: Database
  store: AnchorsStore
  sources: AnchorSources
  site: AnchorSite
  chain: Chain
  outbox: OutboxStore
  hashes: Hashes
  clock: Clock
  log: Logger
  /** From one anchor to the next, at least. */
  everyMs: number
}

/**
 * Puts what the house committed to under roots, one on its way at a time, and
 * reads the blocks that took them. Sending is the outbox's.
 */
export class Anchorer {
  readonly #deps: AnchorerDeps
  #lookAgainMs = Number.NEGATIVE_INFINITY

  constructor(deps: AnchorerDeps) {
    this.#deps = deps
  }

  async tick(right: Guard): Promise<void> {
    await this.#readBlocks(right)
    if (performance.now() < this.#lookAgainMs) return
    const { clock, everyMs, site, store } = this.#deps
    const last = await store.last(site)
    if (last && !SETTLED.has(last.status)) return
    const sinceMs = last && clock().getTime() - last.createdAt.getTime()
    if (sinceMs !== undefined && sinceMs < everyMs) return
    if (await this.#anchor(right, last)) return
    this.#lookAgainMs = performance.now() + Math.min(everyMs, LOOK_AGAIN_MS)
  }

  /** @returns whether there was anything to anchor. */
  async #anchor(
    right: Guard,
    last: AnchorStanding | undefined,
  ): Promise<boolean> {
    const { site } = this.#deps
    const leaves = await newLeaves(this.#deps, site, last?.createdAt)
    if (leaves.length === 0) return false
    const number = await this.#nextNumber()
    // A node that lags behind the last anchor does not know the next number.
    const isLagging = last?.status === 'final' && number <= last.number
    if (!isLagging) await this.#enqueue(right, number, leaves)
    return true
  }

  async #nextNumber(): Promise<number> {
    const { chain, site } = this.#deps
    await chain.check()
    const next = await chain.client.readContract({
      address: site.contract,
      abi: fairnessAnchorAbi,
      functionName: 'nextNumber',
    })
    return Number(next)
  }

  /** Anchor, leaves and transaction are there together, or not at all. */
  async #enqueue(
    right: Guard,
    number: number,
    leaves: readonly AnchorLeaf[],
  ): Promise<void> {
    const { db, hashes, log, outbox, site, store } = this.#deps
    const { path, root } = anchorTree(hashes, leaves)
    const rows = leaves.map((leaf, index) => ({
      player: null,
      ...leaf,
      index,
      path: Buffer.from(path(index).join(''), 'hex'),
    }))
    await writeUnder(right, db, async (tx) => {
      const outboxId = await outbox.enqueue(tx, {
        purpose: 'anchor',
        to: site.contract,
        data: encodeFunctionData({
          abi: fairnessAnchorAbi,
          functionName: 'anchor',
          args: [BigInt(number), `0x${root}`],
        }),
      })
      const leafCount = leaves.length
      const anchor = { ...site, number, root, leafCount, outboxId }
      await store.add(tx, anchor, rows)
    })
    log.info({ number, leaves: leaves.length }, 'anchor.queued')
  }

  async #readBlocks(right: Guard): Promise<void> {
    const { site, store } = this.#deps
    for (const anchor of await store.unread(site)) {
      await this.#readBlock(right, anchor)
    }
  }

  async #readBlock(right: Guard, anchor: AnchorStanding): Promise<void> {
    const { chain, db, outbox, store } = this.#deps
    const attempts = await outbox.attemptsOf(anchor.outboxId)
    const receipt = await attemptReceipt(chain, attempts)
    // The outbox follows a reorganisation; its block is read when it is final again.
    if (!receipt || receipt.blockHash !== anchor.blockHash) return
    const { blockHash, blockNumber, gasUsed, effectiveGasPrice } = receipt
    const { timestamp } = await chain.client.getBlock({ blockHash })
    await writeUnder(right, db, (tx) =>
      store.addBlock(tx, {
        anchorId: anchor.id,
        blockHash,
        blockNumber: Number(blockNumber),
        blockTimestamp: Number(timestamp),
        transaction: receipt.transactionHash,
        gasUsed: Number(gasUsed),
        cost: gasUsed * effectiveGasPrice,
      }),
    )
  }
}
