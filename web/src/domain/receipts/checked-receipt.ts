import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import type { Receipt } from '#core/schemas/receipt.ts'
import { sharedStorage } from '../fairness/verifier/shared-storage.ts'
import {
  firstDifference,
  type ReceiptFinding,
  signatureOf,
} from './judge-receipt.ts'
import { receiptStoreOf } from './receipt-store.ts'
import { receiptsApi } from './receipts-api.ts'

type Checked = {
  /** The newest one, or the two that can not both be true; none of who never moved a coin. */
  receipts: readonly Receipt[]
  finding?: ReceiptFinding
  /** Whether this browser could check signatures. */
  isChecked: boolean
}

/** What this browser keeps of the house's receipts, compared with what the house shows now. */
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
  const difference = firstDifference(receipts, rows)
  if (difference) {
    if ((await receiptsApi.player()) !== player) throw new SessionChanged()
    const finding = { is: 'different', difference } as const
    return { receipts: [newest], finding, isChecked }
  }
  if (signature !== 'good' && signature !== 'unchecked') {
    const finding = { is: 'unsigned', because: signature } as const
    return { receipts: [newest], finding, isChecked }
  }
  if (kept.length === 0) store.keep(newest)
  return { receipts: [newest], isChecked }
}

/** Another tab has signed in somebody else: what the server says is not of this player. */
class SessionChanged extends Error {
  override readonly name = 'SessionChanged'
}
