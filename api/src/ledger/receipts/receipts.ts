import { listReceiptKeys, readReceipt } from '#core/api/receipts.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { createReceiptKeys } from './receipt-keys.ts'
import {
  createAnswerReceipts,
  createReceiptsService,
} from './receipts.service.ts'

const FOLLOW_EVERY_MS = 5_000

export type ReceiptsModule = Awaited<ReturnType<typeof createReceipts>>

export async function createReceipts({
  betDb,
  db,
  hashes,
  log,
  createSecrets,
}: Pick<Platform, 'betDb' | 'db' | 'hashes' | 'log' | 'createSecrets'>) {
  const secrets = createSecrets('receipts')
  const { follow, list, signer } = await createReceiptKeys({ ...secrets, db })
  const deps = { ...secrets, hashes }
  const service = createReceiptsService({ ...deps, db }, signer)
  const betService = createReceiptsService({ ...deps, db: betDb }, signer)
  const job: Job = {
    name: 'receipt_key',
    everyMs: FOLLOW_EVERY_MS,
    run: follow,
  }
  return {
    service,
    answers: createAnswerReceipts(service, log),
    /** Like `answers`, on the connections reserved for bets. */
    answersForBets: createAnswerReceipts(betService, log),
    /** Lists the public keys by number, for anchoring. */
    async publishedKeys() {
      const keys = await list()
      return keys.map(({ number, publicKey: hash }) => ({ number, hash }))
    },
    jobs: [job],
    mount(serve: Serve) {
      serve(readReceipt, async ({ playerId, query: { seq } }) => {
        const receipt = await (seq === undefined
          ? service.newest(playerId)
          : service.of(playerId, Number(seq)))
        return new JsonText(`{"receipt":${receipt ?? null}}`)
      })
      serve(listReceiptKeys, async () => {
        const keys = await list()
        return {
          keys: keys.map(({ publicKey: key, createdAt }, at) => ({
            key,
            createdAt: createdAt.toISOString(),
            replacedAt: keys[at - 1]?.createdAt.toISOString(),
          })),
        }
      })
    },
  }
}
