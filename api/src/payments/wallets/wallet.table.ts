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

/** Players' deposit wallets, with encrypted private keys. */
export const walletKeys = pgTable(
  'wallet_keys',
  {
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    address: text().$type<Address>().notNull(),
    /** AES-256-GCM with the wallet's data key; the tag is appended. */
    encryptedPrivateKey: bytes().notNull(),
    encryptionIv: bytes().notNull(),
    /** The data key, sealed by the master key. */
    wrappedDataKey: bytes().notNull(),
    /** Version of the master key at the wallet's creation; bound to both values. */
    keyVersion: smallint().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('wallet_keys_user').on(table.userId),
    unique('wallet_keys_address').on(table.address),
  ],
)

/** Registrations of wallets in the registry of a chain instance. */
export const walletRegistrations = pgTable(
  'wallet_registrations',
  {
    instanceId: integer().notNull(),
    userId: uuid().notNull(),
    /** Transaction that registers it; the wallet is active while it is final. */
    outboxId: bigint({ mode: 'number' }),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.instanceId, table.userId] }),
    index('wallet_registrations_outbox').on(table.outboxId),
  ],
)
