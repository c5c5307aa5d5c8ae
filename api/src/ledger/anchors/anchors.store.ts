import {
  and,
  asc,
  desc,
  eq,
  gte,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { chainInstances } from '../../platform/chain/nodes/chain-instance.table.ts'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { anchorBlocks, anchorLeaves, anchors } from './anchors.table.ts'

/** The anchor contract of a chain instance. */
export type AnchorContract = { instanceId: number; address: Address }

type AnchorRow = typeof anchors.$inferSelect
type LeafRow = typeof anchorLeaves.$inferSelect

/** An anchor with the status of its transaction. */
export type AnchorStatus = Awaited<ReturnType<typeof readAnchors>>[number]

/** Rows of one INSERT; PostgreSQL limits it to 65535 values. */
const LEAVES_AT_ONCE = 5_000
const UNREAD_AT_ONCE = 10

/** Lists anchors, newest first. @param before id of the previous page's last anchor. */
export function listAnchors(
  db: Database,
  instanceId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AnchorStatus[]> {
  const isOlder = before === undefined ? undefined : lt(anchors.id, before)
  return readAnchors(
    db,
    and(eq(anchors.instanceId, instanceId), isOlder),
    limit,
  )
}

export async function lastAnchor(
  db: Database,
  contract: AnchorContract,
): Promise<AnchorStatus | undefined> {
  const [row] = await readAnchors(db, isOf(contract), 1)
  return row
}

/** Lists final anchors whose block is not stored yet. */
export function unreadAnchors(
  db: Database,
  { instanceId }: AnchorContract,
): Promise<AnchorStatus[]> {
  return readAnchors(
    db,
    and(
      eq(anchors.instanceId, instanceId),
      eq(outboxTransactions.status, 'final'),
      isNull(anchorBlocks.anchorId),
    ),
    UNREAD_AT_ONCE,
  )
}

export async function addAnchor(
  tx: Transaction,
  anchor: Omit<AnchorRow, 'id' | 'createdAt'>,
  leaves: readonly Omit<LeafRow, 'anchorId'>[],
): Promise<void> {
  const [added] = await tx
    .insert(anchors)
    .values(anchor)
    .returning({ id: anchors.id })
  assert(added !== undefined, 'INSERT returns its row')
  for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
    const rows = leaves
      .slice(from, from + LEAVES_AT_ONCE)
      .map((leaf) => ({ ...leaf, anchorId: added.id }))
    await tx.insert(anchorLeaves).values(rows)
  }
}

export async function addBlock(
  tx: Transaction,
  block: typeof anchorBlocks.$inferSelect,
): Promise<void> {
  await tx.insert(anchorBlocks).values(block).onConflictDoNothing()
}

/** Lists epochs of players in anchors that are final or pending. */
export function anchoredEpochs(
  db: Database,
  contract: AnchorContract,
  players: readonly string[],
) {
  const listed = plainArray(players)
  return readLeaves(db, contract, sql`${anchorLeaves.player} = ANY(${listed})`)
}

/** Lists leaves without a player in anchors that are final or pending. */
export function anchoredHouseLeaves(db: Database, contract: AnchorContract) {
  return readLeaves(db, contract, isNull(anchorLeaves.player))
}

/**
 * Finds the newest anchor with a number, as those of reverted anchors are
 * reused, and its leaves in tree order, starting at an index.
 */
export async function anchorWithLeaves(
  db: Database,
  { instanceId, number }: { instanceId: number; number: number },
  { from, limit }: { from: number; limit: number },
): Promise<(AnchorRow & { leaves: LeafRow[] }) | undefined> {
  const [anchor] = await db
    .select()
    .from(anchors)
    .where(and(eq(anchors.instanceId, instanceId), eq(anchors.number, number)))
    .orderBy(desc(anchors.id))
    .limit(1)
  if (!anchor) return undefined
  const leaves = await db
    .select()
    .from(anchorLeaves)
    .where(
      and(eq(anchorLeaves.anchorId, anchor.id), gte(anchorLeaves.index, from)),
    )
    .orderBy(asc(anchorLeaves.index))
    .limit(limit)
  return { ...anchor, leaves }
}

/**
 * Finds a leaf's first final anchor, on the current chain if there is one, else
 * on a testnet. Local chains of the past prove nothing.
 */
export async function findProof(
  db: Database,
  leaf: AnchorLeaf,
  instanceId: number | undefined,
) {
  const isCurrent = sql`${anchors.instanceId} IS NOT DISTINCT FROM ${instanceId ?? null}`
  const [row] = await db
    .select({
      anchor: anchors,
      leaf: anchorLeaves,
      block: anchorBlocks,
      chain: chainInstances,
    })
    .from(anchorLeaves)
    .innerJoin(anchors, eq(anchors.id, anchorLeaves.anchorId))
    .innerJoin(chainInstances, eq(chainInstances.id, anchors.instanceId))
    .innerJoin(outboxTransactions, IS_SENT_BY)
    .innerJoin(anchorBlocks, IS_MINED_IN)
    .where(
      and(
        leaf.kind === 'epoch'
          ? eq(anchorLeaves.player, leaf.player)
          : isNull(anchorLeaves.player),
        eq(anchorLeaves.kind, leaf.kind),
        eq(anchorLeaves.number, leaf.number),
        eq(anchorLeaves.hash, leaf.hash),
        eq(outboxTransactions.status, 'final'),
        or(isCurrent, ne(chainInstances.chainId, LOCAL_CHAIN)),
      ),
    )
    .orderBy(desc(isCurrent), asc(anchors.id))
    .limit(1)
  return row
}

const IS_SENT_BY = eq(outboxTransactions.id, anchors.outboxId)

const IS_MINED_IN = and(
  eq(anchorBlocks.anchorId, anchors.id),
  eq(anchorBlocks.blockHash, outboxTransactions.blockHash),
)

function isOf({ address, instanceId }: AnchorContract) {
  return and(eq(anchors.instanceId, instanceId), eq(anchors.contract, address))
}

async function readAnchors(
  db: Database,
  condition: SQL | undefined,
  limit: number,
) {
  const rows = await db
    .select({
      anchor: anchors,
      /** Null until the anchor is final and its block is stored. */
      block: anchorBlocks,
      status: outboxTransactions.status,
      problem: outboxTransactions.problem,
      blockHash: outboxTransactions.blockHash,
    })
    .from(anchors)
    .innerJoin(outboxTransactions, IS_SENT_BY)
    .leftJoin(
      anchorBlocks,
      and(IS_MINED_IN, eq(outboxTransactions.status, 'final')),
    )
    .where(condition)
    .orderBy(desc(anchors.id))
    .limit(limit)
  return rows.map(({ anchor, ...status }) => ({ ...anchor, ...status }))
}

function readLeaves(db: Database, contract: AnchorContract, condition: SQL) {
  const { kind, player, number } = anchorLeaves
  return db
    .select({ kind, player, number })
    .from(anchorLeaves)
    .innerJoin(anchors, eq(anchors.id, anchorLeaves.anchorId))
    .innerJoin(outboxTransactions, IS_SENT_BY)
    .where(
      and(condition, isOf(contract), ne(outboxTransactions.status, 'failed')),
    )
}
