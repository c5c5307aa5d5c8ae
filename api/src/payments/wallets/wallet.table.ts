import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Address } from 'viem'
import { bytes } from '../../platform/db/columns.ts'

/** Each player's deposit wallet, with its key under two locks. */
export const walletKeys = pgTable(
  'wallet_keys',
  {
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    /** In lower case. */
    address: text().$type<Address>().notNull(),
    /** AES-256-GCM under the wallet's own data key, with the tag behind it. */
    encryptedPrivateKey: bytes().notNull(),
    encryptionIv: bytes().notNull(),
    /** The data key, sealed under the master key. */
    wrappedDataKey: bytes().notNull(),
    /** Of the master key. */
    keyVersion: smallint().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('wallet_keys_user').on(table.userId),
    unique('wallet_keys_address').on(table.address),
  ],
)

/** Which wallets the registry of a chain instance knows, or is to know. */
export const walletRegistrations = pgTable(
  'wallet_registrations',
  {
    instanceId: integer().notNull(),
    userId: uuid().notNull(),
    /** What registers it: the wallet is active while that is final. */
    outboxId: bigint({ mode: 'number' }),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.userId] }),
    index('wallet_registrations_outbox').on(table.outboxId),
  ],
)
