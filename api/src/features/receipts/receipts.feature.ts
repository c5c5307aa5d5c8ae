import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LedgerFeature } from '../ledger/ledger.feature.ts'
import { ReceiptKeysStore } from './receipt-keys.store.ts'
import { openReceiptSigner } from './receipt-keys.ts'
import { receiptsReference } from './receipts.reference.ts'
import { receiptsRoutes } from './receipts.routes.ts'
import { ReceiptsService } from './receipts.service.ts'

export type ReceiptsFeature = Awaited<ReturnType<typeof openReceipts>>

/** Opens what the house signs of each transaction of coins. */
export async function openReceipts(
  { db, hashes, secretsOf }: Platform,
  { ledger }: { ledger: Pick<LedgerFeature, 'answerRows'> },
) {
  const store = new ReceiptKeysStore(db)
  const signer = await openReceiptSigner({ ...secretsOf('receipts'), store })
  const service = new ReceiptsService({
    hashes,
    rows: ledger.answerRows,
    signer,
    store,
  })
  return {
    service,
    reference: [receiptsReference],
    routes: ({ requirePlayer }: Guards) =>
      receiptsRoutes(service, requirePlayer),
  }
}
