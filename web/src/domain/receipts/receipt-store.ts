import * as z from 'zod/mini'
import { contradicts } from '#core/receipts/verified-receipt.ts'
import { type Receipt, receipt } from '#core/schemas/receipt.ts'
import { keysOf, type Shelf, storedIn } from '../../lib/fairness/shelf.ts'

/** More than a page of history has rows. */
const KEPT_MAX = 60

/** The newest receipts of one player, shared by all tabs of this browser. */
export type ReceiptStore = ReturnType<typeof receiptStoreOf>

export function receiptStoreOf(shelf: Shelf, player: string) {
  const prefix = `receipts/${player}/`
  const contradictionKey = `receipts-that-differ/${player}`

  /** Oldest first. */
  function all(): Receipt[] {
    return keysOf(shelf)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => storedIn(shelf, key, receipt) ?? [])
      .toSorted((one, other) => one.seq - other.seq)
  }

  return {
    all,

    newest: (): Receipt | undefined => all().at(-1),

    /** Keeps a receipt, and those before it as long as there is room. */
    keep(receipt: Receipt): void {
      const key = `${prefix}${receipt.seq}`
      // What was signed first stays: it is what a later one is measured by.
      if (shelf.getItem(key) === null) {
        shelf.setItem(key, JSON.stringify(receipt))
      }
      for (const { seq } of all().slice(0, -KEPT_MAX)) {
        shelf.removeItem(`${prefix}${seq}`)
      }
    },

    /** The first two that can not both be true, for who is to see them. */
    contradiction: (): readonly Receipt[] | undefined =>
      storedIn(shelf, contradictionKey, z.array(receipt)),

    keepContradiction(receipts: readonly [Receipt, Receipt]): void {
      if (shelf.getItem(contradictionKey) !== null) return
      shelf.setItem(contradictionKey, JSON.stringify(receipts))
    },

    /** One that the house signed and that can not be true beside this one. */
    against: (receipt: Receipt): Receipt | undefined =>
      all().find((kept) => contradicts(kept, receipt)),
  }
}
