import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core'
import type { Address, Hash } from 'viem'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { bytes, time, wei, whole } from '../../platform/db/columns.ts'

/**
 * Roots on a chain, by the operator account. All tables here are append-only.
 */
export const anchors = pgTable(
  'anchors',
  (t) => ({
    id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
    instanceId: t.integer().notNull(),
    /** Lower case. */
    contract: t.text().$type<Address>().notNull(),
    /** Number in the contract; that of a reverted anchor is reused. */
    number: whole().notNull(),
    /** 64 hex characters. */
    root: t.text().notNull(),
    leafCount: t.integer().notNull(),
    outboxId: whole().notNull(),
    createdAt: time().notNull().defaultNow(),
  }),
  (table) => [
    unique('anchors_outbox').on(table.outboxId),
    index('anchors_contract').on(table.instanceId, table.contract, table.id),
  ],
)

export const anchorLeaves = pgTable(
  'anchor_leaves',
  (t) => ({
    anchorId: t.integer().notNull(),
    /** Position in the tree, from 0. */
    index: t.integer().notNull(),
    kind: t.text().$type<AnchorLeaf['kind']>().notNull(),
    /** Set for epochs only. */
    player: t.uuid(),
    number: whole().notNull(),
    hash: t.text().notNull(),
    /** Concatenated siblings, 32 bytes each. */
    path: bytes().notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.anchorId, table.index] }),
    index('anchor_leaves_epoch').on(table.player, table.number),
    index('anchor_leaves_house')
      .on(table.kind, table.number)
      .where(sql`${table.player} IS NULL`),
  ],
)

/** Blocks that include roots; another row after a reorganisation. */
export const anchorBlocks = pgTable(
  'anchor_blocks',
  (t) => ({
    anchorId: t.integer().notNull(),
    blockHash: t.text().$type<Hash>().notNull(),
    blockNumber: whole().notNull(),
    /** Unix time in seconds. */
    blockTimestamp: whole().notNull(),
    transaction: t.text().$type<Hash>().notNull(),
    gasUsed: whole().notNull(),
    /** Fee paid by the operator account, in wei. */
    cost: wei().notNull(),
  }),
  (table) => [primaryKey({ columns: [table.anchorId, table.blockHash] })],
)
