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
 * Roots that the operator account stores on a chain. How far one has come is
 * its outbox transaction's to say. Append-only, as is all below.
 */
export const anchors = pgTable(
  'anchors',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    instanceId: integer().notNull(),
    /** In lower case. */
    contract: text().$type<Address>().notNull(),
    /** Its number in the contract; one that was reverted leaves it to the next. */
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

/** What is under a root, and the way up to it. */
export const anchorLeaves = pgTable(
  'anchor_leaves',
  {
    anchorId: integer().notNull(),
    /** Its place in the tree, from 0. */
    index: integer().notNull(),
    kind: text().$type<AnchorLeaf['kind']>().notNull(),
    /** Of an epoch; null for what is everybody's. */
    player: uuid(),
    number: big().notNull(),
    hash: text().notNull(),
    /** The siblings one after the other, 32 bytes each. */
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

/** The block that took a root, as it was found there; after a reorganisation there is another row. */
export const anchorBlocks = pgTable(
  'anchor_blocks',
  {
    anchorId: integer().notNull(),
    blockHash: text().$type<Hash>().notNull(),
    blockNumber: big().notNull(),
    /** The block's own time, in seconds since 1970. */
    blockTimestamp: big().notNull(),
    transaction: text().$type<Hash>().notNull(),
    gasUsed: big().notNull(),
    /** What the operator account paid for it. */
    cost: wei().notNull(),
  },
  (table) => [primaryKey({ columns: [table.anchorId, table.blockHash] })],
)
