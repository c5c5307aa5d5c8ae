import { listReceiptKeys, readReceipt } from '#core/api/receipts.ts'
import { JsonText } from '../../platform/http/send.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AnswerRowsService } from '../answer-rows.service.ts'
import type { LedgerModule } from '../ledger.ts'
import { AnswerReceiptsService } from './answer-receipts.service.ts'
import { BetTermsService } from './bet-terms.service.ts'
import { ReceiptKeysStore } from './receipt-keys.store.ts'
import { openReceiptSigner } from './receipt-keys.ts'
import { ReceiptsService } from './receipts.service.ts'

export type ReceiptsModule = Awaited<ReturnType<typeof openReceipts>>

/** Opens what the house signs of each transaction of coins. */
export async function openReceipts(
  { db, hashes, log, secretsOf }: Platform,
  {
    ledger,
  }: { ledger: Pick<LedgerModule, 'answerRows' | 'answerRowsForBets'> },
) {
  const store = new ReceiptKeysStore(db)
  const secrets = secretsOf('receipts')
  const signer = await openReceiptSigner({ ...secrets, store })
  const terms = new BetTermsService(db)
  const { entropy } = secrets
  const over = (rows: AnswerRowsService) =>
    new ReceiptsService({ hashes, entropy, rows, terms, signer, store })
  const service = over(ledger.answerRows)
  return {
    service,
    answers: new AnswerReceiptsService(service, log),
    /** The same, over the connections of bets. */
    answersForBets: new AnswerReceiptsService(
      over(ledger.answerRowsForBets),
      log,
    ),
    mount(serve: Serve) {
      serve(readReceipt, async ({ playerId, query: { seq } }) => {
        const receipt = await (seq === undefined
          ? service.newest(playerId)
          : service.of(playerId, Number(seq)))
        return new JsonText(`{"receipt":${receipt ?? null}}`)
      })
      serve(listReceiptKeys, async () => ({ keys: await service.keys() }))
    },
  }
}
