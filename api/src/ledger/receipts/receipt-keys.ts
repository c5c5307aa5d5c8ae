import { desc } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/platform.ts'
import {
  ed25519Signer,
  PRIVATE_KEY_BYTES,
} from '../../platform/secrets/ed25519.ts'
import { receiptKeys } from '../ledger.table.ts'

/** Opens the newest key. The first process generates one, sealed. */
export async function openReceiptKeys({
  box,
  db,
  entropy,
}: Secrets & { db: Database }) {
  /** Lists all keys, newest first. */
  const list = () =>
    db.select().from(receiptKeys).orderBy(desc(receiptKeys.number))

  if ((await list()).length === 0) {
    const privateKey = entropy(PRIVATE_KEY_BYTES)
    const { publicKey } = ed25519Signer(privateKey)
    const sealedKey = box.seal(privateKey, contextOf(publicKey))
    // Another process may have inserted its own key meanwhile.
    await db
      .insert(receiptKeys)
      .values({ number: 1, publicKey, sealedKey })
      .onConflictDoNothing()
  }
  const [newest] = await list()
  assert(newest !== undefined, 'a receipt key exists')
  const { publicKey, sealedKey } = newest
  const signer = ed25519Signer(box.open(sealedKey, contextOf(publicKey)))
  assert(signer.publicKey === publicKey, 'a sealed key matches its public key')
  return { list, signer }
}

function contextOf(publicKey: string): string {
  return `receipt-key:${publicKey}`
}
