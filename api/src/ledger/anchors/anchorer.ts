import { type Address, encodeFunctionData } from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import { type AnchorLeaf, anchorTree } from '#core/fairness/anchor-tree.ts'
import { fairnessAnchorAbi } from '../../../../contracts/generated/fairness-anchor.ts'
import type { ChainAccess } from '../../platform/chain/chain-access.ts'
import { attemptReceipt, type Chain } from '../../platform/chain/nodes/chain.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  createLease,
  type Guard,
  whileLeading,
  withFencing,
} from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Module, Platform } from '../../platform/platform.ts'
import {
  type AnchorContract,
  type AnchorStatus,
  addAnchor,
  anchoredLeaves,
  lastAnchor,
  listUnread,
} from './anchors.store.ts'
import { anchorBlocks } from './anchors.table.ts'
import { getOffReason } from './anchors.ts'

const TICK_EVERY_MS = 500
const UNREAD_AT_ONCE = 10
/** Pause after a check that found nothing to anchor. */
const IDLE_MS = 60_000

/** Creates the job that anchors published values; empty if anchoring is off. */
export function createAnchoring(
  platform: Platform,
  anchoring: {
    chain: ChainAccess | undefined
    everyMs: number
    sources: AnchorSources
  },
): Module {
  const { chain } = anchoring
  const address = chain?.chain.deployment.fairnessAnchor
  if (!chain || !address || getOffReason(anchoring)) return {}
  const { instanceId } = chain
  const contract = { instanceId, address: lowerCase(address) }
  const deps = { ...platform, ...anchoring, ...chain, contract }
  const lease = createLease('anchors', platform)
  const run = whileLeading(lease, createAnchorer(deps).tick)
  return {
    jobs: [{ name: 'anchors', everyMs: TICK_EVERY_MS, run }] satisfies Job[],
    release: () => lease.release(),
  }
}

/**
 * Anchors published values under Merkle roots, one pending root at a time, and
 * stores the blocks that include them. The outbox sends the transactions.
 */
export function createAnchorer(
  deps: Pick<Platform, 'clock' | 'db' | 'hashes' | 'log'> & {
    chain: Chain
    contract: AnchorContract
    /** Shortest time between anchors. */
    everyMs: number
    outbox: OutboxStore
    sources: AnchorSources
  },
) {
  const { chain, clock, contract, db, everyMs, hashes, log, outbox } = deps
  let idleUntilMs = Number.NEGATIVE_INFINITY

  async function readBlocks(term: Guard): Promise<void> {
    const { instanceId } = contract
    for (const anchor of await listUnread(db, instanceId, UNREAD_AT_ONCE)) {
      const attempts = await outbox.listAttempts(anchor.outboxId)
      const receipt = await attemptReceipt(chain, attempts)
      // After a reorganisation the outbox has to find the new block first.
      if (!receipt || receipt.blockHash !== anchor.blockHash) continue
      const { blockHash, blockNumber, gasUsed, effectiveGasPrice } = receipt
      const { timestamp } = await chain.client.getBlock({ blockHash })
      await withFencing(term, db, (tx) =>
        tx
          .insert(anchorBlocks)
          .values({
            anchorId: anchor.id,
            blockHash,
            blockNumber: Number(blockNumber),
            blockTimestamp: Number(timestamp),
            transaction: receipt.transactionHash,
            gasUsed: Number(gasUsed),
            cost: gasUsed * effectiveGasPrice,
          })
          .onConflictDoNothing(),
      )
    }
  }

  /** @returns false if there was nothing to anchor. */
  async function anchorNew(term: Guard, last: AnchorStatus | undefined) {
    const leaves = await newLeaves(deps, last?.createdAt)
    if (leaves.length === 0) return false
    const number = await nextAnchorNumber(chain, contract.address)
    // A lagging node returns a number that the last anchor took.
    const isLagging = last?.status === 'final' && number <= last.number
    if (!isLagging) await enqueue(term, number, leaves)
    return true
  }

  async function enqueue(
    term: Guard,
    number: number,
    leaves: readonly AnchorLeaf[],
  ): Promise<void> {
    const { path, root } = anchorTree(hashes, leaves)
    const rows = leaves.map((leaf, index) => ({
      player: null,
      ...leaf,
      index,
      path: Buffer.from(path(index).join(''), 'hex'),
    }))
    const { address, instanceId } = contract
    await withFencing(term, db, async (tx) => {
      const outboxId = await outbox.enqueue(tx, {
        purpose: 'anchor',
        to: address,
        data: encodeFunctionData({
          abi: fairnessAnchorAbi,
          functionName: 'anchor',
          args: [BigInt(number), `0x${root}`],
        }),
      })
      const leafCount = leaves.length
      const place = { instanceId, contract: address, number }
      await addAnchor(tx, { ...place, root, leafCount, outboxId }, rows)
    })
    log.info({ number, leaves: leaves.length }, 'anchor.queued')
  }

  return {
    async tick(term: Guard): Promise<void> {
      await readBlocks(term)
      if (performance.now() < idleUntilMs) return
      const last = await lastAnchor(db, contract)
      if (last && last.status !== 'final' && last.status !== 'failed') return
      const sinceMs = last && clock().getTime() - last.createdAt.getTime()
      if (sinceMs !== undefined && sinceMs < everyMs) return
      if (await anchorNew(term, last)) return
      idleUntilMs = performance.now() + Math.min(everyMs, IDLE_MS)
    },
  }
}

/** Reads the number of the contract's next anchor. @throws WrongChain */
export async function nextAnchorNumber(chain: Chain, address: Address) {
  await chain.check()
  const next = await chain.client.readContract({
    address,
    abi: fairnessAnchorAbi,
    functionName: 'nextNumber',
  })
  return Number(next)
}

/** Leaves of one anchor at most: hashing more would delay bets. */
const LEAVES_MAX = 2 ** 14

export type ActiveEpoch = { player: string; epoch: number; root: string }

export type ActiveSince = {
  /** Undefined before the first anchor. */
  since: Date | undefined
  /** The previous page's last epoch. */
  after: Pick<ActiveEpoch, 'player' | 'epoch'> | undefined
}

const HOUSE_KINDS = ['races', 'season', 'day', 'receipt_key'] as const

/** Lists published values, from the modules that publish them. */
export type AnchorSources = {
  /** Epochs of active players, a page ordered by player and epoch. */
  activeEpochs(query: ActiveSince): Promise<ActiveEpoch[]>
  /** Values that belong to no player, by their kinds. */
  house: Record<
    (typeof HOUSE_KINDS)[number],
    () => Promise<{ number: number; hash: string }[]>
  >
}

/** Collects unanchored values; a second hash of a number would contradict. */
async function newLeaves(
  deps: { db: Database; contract: AnchorContract; sources: AnchorSources },
  since: Date | undefined,
): Promise<AnchorLeaf[]> {
  const { contract, db, sources } = deps

  async function filterUnanchored(
    leaves: readonly AnchorLeaf[],
    players: readonly string[] | null,
  ): Promise<AnchorLeaf[]> {
    const anchored = await anchoredLeaves(db, contract, players)
    const known = new Set(anchored.map(toKey))
    return leaves.filter((leaf) => !known.has(toKey({ player: null, ...leaf })))
  }

  const published = await Promise.all(
    HOUSE_KINDS.map(async (kind) =>
      (await sources.house[kind]()).map((value) => ({ kind, ...value })),
    ),
  )
  const leaves = await filterUnanchored(published.flat(), null)
  let after: ActiveSince['after']
  do {
    const epochs = await sources.activeEpochs({ since, after })
    const values = epochs.map(({ player, epoch: number, root: hash }) => {
      return { kind: 'epoch', player, number, hash } as const
    })
    const players = new Set(epochs.map(({ player }) => player))
    leaves.push(...(await filterUnanchored(values, [...players])))
    after = epochs.at(-1)
  } while (after && leaves.length < LEAVES_MAX)
  return leaves.slice(0, LEAVES_MAX)
}

function toKey(leaf: { kind: string; player: string | null; number: number }) {
  return `${leaf.kind} ${leaf.player} ${leaf.number}`
}
