import { desc } from 'drizzle-orm'
import { listReceiptKeys, readReceipt } from '#core/api/receipts.ts'
import { assert } from '#core/assert.ts'
import type { Database } from '../../platform/db/database.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform, Secrets } from '../../platform/platform.ts'
import {
  ed25519Signer,
  PRIVATE_KEY_BYTES,
} from '../../platform/secrets/ed25519.ts'
import { receiptKeys } from '../ledger.table.ts'
import { openAnswerReceipts, openReceiptsService } from './receipts.service.ts'

export type ReceiptsModule = Awaited<ReturnType<typeof openReceipts>>

export async function openReceipts({
  betDb,
  db,
  hashes,
  log,
  secretsOf,
}: Pick<Platform, 'betDb' | 'db' | 'hashes' | 'log' | 'secretsOf'>) {
  const secrets = secretsOf('receipts')
  const { list, signer } = await openReceiptKeys({ ...secrets, db })
  const deps = { ...secrets, hashes }
  const service = openReceiptsService({ ...deps, db }, signer)
  const betService = openReceiptsService({ ...deps, db: betDb }, signer)
  return {
    service,
    answers: openAnswerReceipts(service, log),
    /** Like `answers`, on the connections reserved for bets. */
    answersForBets: openAnswerReceipts(betService, log),
    /** Lists the public keys by number, for anchoring. */
    async publishedKeys() {
      const keys = await list()
      return keys.map(({ number, publicKey: hash }) => ({ number, hash }))
    },
    mount(serve: Serve) {
      serve(readReceipt, async ({ playerId, query: { seq } }) => {
        const receipt = await (seq === undefined
          ? service.newest(playerId)
          : service.of(playerId, Number(seq)))
        return new JsonText(`{"receipt":${receipt ?? null}}`)
      })
      serve(listReceiptKeys, async () => ({
        keys: (await list()).map(({ publicKey: key, createdAt }) => ({
          key,
          createdAt: createdAt.toISOString(),
        })),
      }))
    },
  }
}

/** Opens the newest key. The first process generates one, sealed. */
async function openReceiptKeys({
  box,
  db,
  entropy,
}: Secrets & { db: Database }) {
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
