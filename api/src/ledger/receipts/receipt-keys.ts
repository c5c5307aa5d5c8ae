import { desc, type SQL, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/platform.ts'
import {
  type Ed25519Signer,
  ed25519Signer,
  PRIVATE_KEY_BYTES,
} from '../../platform/secrets/ed25519.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-columns.ts'
import { receiptKeys } from '../ledger.table.ts'

type KeyRow = typeof receiptKeys.$inferSelect

/** Processes that start at once agree on the first key. */
const FIRST = 1
const NEXT = sql`(SELECT max(${receiptKeys.number}) + 1 FROM ${receiptKeys})`

/** Reads the keys that sign receipts. The first process generates one. */
export async function createReceiptKeys({
  box,
  db,
  entropy,
}: Secrets & { db: Database }) {
  let newest: { number: number; signer: Ed25519Signer } | undefined

  const list = (): Promise<KeyRow[]> =>
    db.select().from(receiptKeys).orderBy(desc(receiptKeys.number))

  /** Signs with the newest key from now on. */
  async function follow(): Promise<void> {
    const [row] = await list()
    if (!row || row.number === newest?.number) return
    const { number, publicKey, sealedKey } = row
    const signer = ed25519Signer(box.open(sealedKey, toContext(publicKey)))
    assert(
      signer.publicKey === publicKey,
      'a sealed key matches its public key',
    )
    newest = { number, signer }
  }

  await follow()
  if (!newest) {
    await addReceiptKey(db, { box, entropy }, FIRST)
    await follow()
  }
  return {
    list,
    follow,
    signer(): Ed25519Signer {
      assert(newest !== undefined, 'a receipt key exists')
      return newest.signer
    },
  }
}

/**
 * Adds a key that signs from then on; earlier ones stay published.
 *
 * @returns its public key; undefined if another process adds one
 */
export async function addReceiptKey(
  on: Database,
  { box, entropy }: Secrets,
  number: number | SQL = NEXT,
): Promise<string | undefined> {
  const privateKey = entropy(PRIVATE_KEY_BYTES)
  const { publicKey } = ed25519Signer(privateKey)
  const sealedKey = box.seal(privateKey, toContext(publicKey))
  const added = await on
    .insert(receiptKeys)
    .values({ number, publicKey, sealedKey })
    .onConflictDoNothing()
    .returning()
  return added[0]?.publicKey
}

export const sealedReceiptKeys: SealedColumn = {
  name: 'receipt keys',
  table: receiptKeys,
  sealed: receiptKeys.sealedKey,
  key: [receiptKeys.number],
  bound: [receiptKeys.publicKey],
  toContext: ({ publicKey }) => toContext(String(publicKey)),
}

function toContext(publicKey: string): string {
  return `receipt-key:${publicKey}`
}
