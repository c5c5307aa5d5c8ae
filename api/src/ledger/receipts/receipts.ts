import { listReceiptKeys, readReceipt } from '#core/api/receipts.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { openAnswerReceipts } from './answer-receipts.service.ts'
import { openReceiptKeys } from './receipt-keys.ts'
import { openReceiptsService } from './receipts.service.ts'

export type ReceiptsModule = Awaited<ReturnType<typeof openReceipts>>

/** Opens signed receipts of ledger transactions. */
export async function openReceipts({
  betDb,
  db,
  hashes,
  log,
  secretsOf,
}: Pick<Platform, 'betDb' | 'db' | 'hashes' | 'log' | 'secretsOf'>) {
  const secrets = secretsOf('receipts')
  const { list, signer } = await openReceiptKeys({ ...secrets, db })
  const deps = { ...secrets, hashes, signer }
  const service = openReceiptsService({ ...deps, db })
  const betService = openReceiptsService({ ...deps, db: betDb })
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
