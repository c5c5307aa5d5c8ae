import type { Receipt } from '#core/api/receipts.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { sharedStorage } from '../fairness/verifier/pin-store.ts'
import { findingOf, type ReceiptFinding, signatureOf } from './judge-receipt.ts'
import { receiptStoreOf } from './receipt-store.ts'
import { receiptsApi } from './receipts-api.ts'

type Checked = {
  /** The newest one, or the two that can not both be true; none of who never moved a coin. */
  receipts: readonly Receipt[]
  finding?: ReceiptFinding
  /** False where this browser can not check signatures. */
  isChecked: boolean
}

/** Compares the receipts that this browser keeps with what the house shows now. */
export async function checkedReceipt(player: string): Promise<Checked> {
  const store = receiptStoreOf(sharedStorage(), player)
  const contradiction = store.contradiction()
  if (contradiction) {
    const seq = contradiction.at(-1)?.seq ?? 0
    const finding = { is: 'contradiction', seq } as const
    return { receipts: contradiction, finding, isChecked: true }
  }
  const kept = store.all()
  const newest = kept.at(-1) ?? (await receiptsApi.newest())
  if (!newest) return { receipts: [], isChecked: true }
  if (newest.player !== player) throw new SessionChanged()
  const [keys, rows] = await Promise.all([
    receiptsApi.keys(),
    receiptsApi.rowsFrom(newest.seq),
  ])
  const signature = await signatureOf(
    webCryptoSignature(crypto.subtle),
    newest,
    keys,
  )
  const isChecked = signature !== 'unchecked'
  const receipts = kept.length > 0 ? kept : [newest]
  const finding = findingOf({ receipts, rows, signature })
  if (finding?.is === 'different' && (await receiptsApi.player()) !== player) {
    throw new SessionChanged()
  }
  if (finding) return { receipts: [newest], finding, isChecked }
  if (kept.length === 0) store.keep(newest)
  return { receipts: [newest], isChecked }
}

/** Another tab has signed in somebody else: what the server says is not of this player. */
class SessionChanged extends Error {
  override readonly name = 'SessionChanged'
}
