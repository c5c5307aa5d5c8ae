import {
  and,
  asc,
  desc,
  eq,
  gte,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Address } from 'viem'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { inChunks } from '../../platform/batches.ts'
import { chainInstances } from '../../platform/chain/nodes/chain-instance.table.ts'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import {
  type Database,
  onlyRow,
  type Transaction,
} from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { anchorBlocks, anchorLeaves, anchors } from './anchors.table.ts'

export type AnchorContract = { instanceId: number; address: Address }

type AnchorRow = typeof anchors.$inferSelect
type LeafRow = typeof anchorLeaves.$inferSelect

/** Rows of one INSERT; PostgreSQL limits it to 65535 values. */
const LEAVES_AT_ONCE = 5_000

const IS_SENT_BY = eq(outboxTransactions.id, anchors.outboxId)

const IS_MINED_IN = and(
  eq(anchorBlocks.anchorId, anchors.id),
  eq(anchorBlocks.blockHash, outboxTransactions.blockHash),
)

export type AnchorStatus = Awaited<ReturnType<typeof listAnchors>>[number]

export async function listAnchors(
  db: Database,
  instanceId: number,
  { limit, where }: { limit: number; where: SQL | undefined },
) {
  const { blockHash, problem, status } = outboxTransactions
  const rows = await db
    .select({
      anchor: anchors,
      /** Null until the anchor is final and its block is stored. */
      block: anchorBlocks,
      status,
      problem,
      blockHash,
    })
    .from(anchors)
    .innerJoin(outboxTransactions, IS_SENT_BY)
    .leftJoin(anchorBlocks, and(IS_MINED_IN, eq(status, 'final')))
    .where(and(eq(anchors.instanceId, instanceId), where))
    .orderBy(desc(anchors.id))
    .limit(limit)
  return rows.map(({ anchor, ...sent }) => ({ ...anchor, ...sent }))
}

export async function lastAnchor(
  db: Database,
  { address, instanceId }: AnchorContract,
): Promise<AnchorStatus | undefined> {
  const where = eq(anchors.contract, address)
  const [row] = await listAnchors(db, instanceId, { limit: 1, where })
  return row
}

/** Lists final anchors whose block is not stored yet. */
export function listUnread(db: Database, instanceId: number, limit: number) {
  const isFinal = eq(outboxTransactions.status, 'final')
  const where = and(isFinal, isNull(anchorBlocks.anchorId))
  return listAnchors(db, instanceId, { limit, where })
}

export async function addAnchor(
  tx: Transaction,
  anchor: Omit<AnchorRow, 'id' | 'createdAt'>,
  leaves: readonly Omit<LeafRow, 'anchorId'>[],
): Promise<void> {
  const { id } = anchors
  const added = await tx.insert(anchors).values(anchor).returning({ id })
  const { id: anchorId } = onlyRow(added)
  const rows = leaves.map((leaf) => ({ ...leaf, anchorId }))
  for (const some of inChunks(rows, LEAVES_AT_ONCE))
    await tx.insert(anchorLeaves).values([...some])
}

/** Lists leaves of some players, or of none, in anchors that are final or pending. */
export function anchoredLeaves(
  db: Database,
  { address, instanceId }: AnchorContract,
  players: readonly string[] | null,
) {
  const { kind, player, number } = anchorLeaves
  return db
    .select({ kind, player, number })
    .from(anchorLeaves)
    .innerJoin(anchors, eq(anchors.id, anchorLeaves.anchorId))
    .innerJoin(outboxTransactions, IS_SENT_BY)
    .where(
      and(
        players ? sql`${player} = ANY(${plainArray(players)})` : isNull(player),
        eq(anchors.instanceId, instanceId),
        eq(anchors.contract, address),
        ne(outboxTransactions.status, 'failed'),
      ),
    )
}

/** Finds the newest anchor with a number, which reverted ones share. */
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
 * Finds a leaf's first final anchor, on the current chain or else on a testnet.
 * Local chains of the past prove nothing.
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
