import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address, Hash } from 'viem'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { bytes, wei } from '../../platform/db/columns.ts'

const big = () => bigint({ mode: 'number' })

/**
 * Roots that the operator account stores on a chain. The outbox transaction
 * holds the status. Append-only, like the tables below.
 */
export const anchors = pgTable(
  'anchors',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    instanceId: integer().notNull(),
    /** Lower case. */
    contract: text().$type<Address>().notNull(),
    /** Number in the contract; that of a reverted anchor is reused. */
    number: big().notNull(),
    /** 64 hex characters. */
    root: text().notNull(),
    leafCount: integer().notNull(),
    outboxId: big().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('anchors_outbox').on(table.outboxId),
    index('anchors_contract').on(table.instanceId, table.contract, table.id),
  ],
)

/** Leaves of roots, with their Merkle paths. */
export const anchorLeaves = pgTable(
  'anchor_leaves',
  {
    anchorId: integer().notNull(),
    /** Position in the tree, from 0. */
    index: integer().notNull(),
    kind: text().$type<AnchorLeaf['kind']>().notNull(),
    /** Set for epochs only. */
    player: uuid(),
    number: big().notNull(),
    hash: text().notNull(),
    /** Concatenated siblings, 32 bytes each. */
    path: bytes().notNull(),
  },
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
  {
    anchorId: integer().notNull(),
    blockHash: text().$type<Hash>().notNull(),
    blockNumber: big().notNull(),
    /** Unix time in seconds. */
    blockTimestamp: big().notNull(),
    transaction: text().$type<Hash>().notNull(),
    gasUsed: big().notNull(),
    /** Fee paid by the operator account, in wei. */
    cost: wei().notNull(),
  },
  (table) => [primaryKey({ columns: [table.anchorId, table.blockHash] })],
)
