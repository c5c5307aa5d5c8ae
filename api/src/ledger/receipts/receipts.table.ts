import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from '../../platform/db/columns.ts'

/** Keys that receipts are signed with; the newest one signs. Append-only. */
export const receiptKeys = pgTable('receipt_keys', {
  /** Counts from 1. */
  number: integer().primaryKey(),
  /** Ed25519, 64 hex characters. */
  publicKey: text().notNull().unique('receipt_keys_public_key'),
  /** The 32 bytes of the private key, sealed under the master keys. */
  sealedKey: bytes().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
