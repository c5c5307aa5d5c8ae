import { listReceiptKeys, readReceipt } from '#core/api/receipts.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { openReceiptKeys } from './receipt-keys.ts'
import { openAnswerReceipts, openReceiptsService } from './receipts.service.ts'

const FOLLOW_EVERY_MS = 5_000

export type ReceiptsModule = Awaited<ReturnType<typeof openReceipts>>

export async function openReceipts({
  betDb,
  db,
  hashes,
  log,
  createSecrets,
}: Pick<Platform, 'betDb' | 'db' | 'hashes' | 'log' | 'createSecrets'>) {
  const secrets = createSecrets('receipts')
  const { follow, list, signer } = await openReceiptKeys({ ...secrets, db })
  const deps = { ...secrets, hashes }
  const service = openReceiptsService({ ...deps, db }, signer)
  const betService = openReceiptsService({ ...deps, db: betDb }, signer)
  const job: Job = {
    name: 'receipt_key',
    everyMs: FOLLOW_EVERY_MS,
    run: follow,
  }
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
