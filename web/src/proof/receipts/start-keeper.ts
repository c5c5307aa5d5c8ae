import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { sharedStorage } from '../fairness/verifier/pin-store.ts'
import { findingText } from './judge-receipt.ts'
import { ReceiptKeeper } from './receipt-keeper.ts'
import { receiptStoreOf } from './receipt-store.ts'
import { receiptsApi } from './receipts-api.ts'

/** A keeper on the real server and storage. @param tell is told what was found wrong. */
export function startKeeper(
  player: string,
  tell: (story: string) => void,
): ReceiptKeeper {
  return new ReceiptKeeper({
    player,
    store: receiptStoreOf(sharedStorage(), player),
    api: receiptsApi,
    verify: webCryptoSignature(crypto.subtle),
    onFinding: (finding) => tell(findingText(finding)),
  })
}
