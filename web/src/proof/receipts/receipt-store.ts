import * as z from 'zod/mini'
import { type Receipt, receipt } from '#core/api/receipts.ts'
import { contradicts } from '#core/receipts/verified-receipt.ts'
import {
  type KeyValueStorage,
  keysOf,
  storedIn,
} from '../../lib/key-value-storage.ts'

/** More than a page of history has rows. */
const KEPT_MAX = 60

/** The newest receipts of one player, shared by all tabs of this browser. */
export type ReceiptStore = ReturnType<typeof receiptStoreOf>

export function receiptStoreOf(storage: KeyValueStorage, player: string) {
  const prefix = `receipts/${player}/`
  const contradictionKey = `receipts-that-differ/${player}`

  /** Oldest first. */
  function all(): Receipt[] {
    return keysOf(storage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => storedIn(storage, key, receipt) ?? [])
      .toSorted((one, other) => one.seq - other.seq)
  }

  return {
    all,

    newest: (): Receipt | undefined => all().at(-1),

    /** Keeps a receipt, and those before it as long as there is room. */
    keep(receipt: Receipt): void {
      const key = `${prefix}${receipt.seq}`
      // What was signed first stays: it is what a later one is measured by.
      if (storage.getItem(key) === null) {
        storage.setItem(key, JSON.stringify(receipt))
      }
      for (const { seq } of all().slice(0, -KEPT_MAX)) {
        storage.removeItem(`${prefix}${seq}`)
      }
    },

    /** The first two that can not both be true, for who is to see them. */
    contradiction: (): readonly Receipt[] | undefined =>
      storedIn(storage, contradictionKey, z.array(receipt)),

    keepContradiction(receipts: readonly [Receipt, Receipt]): void {
      if (storage.getItem(contradictionKey) !== null) return
      storage.setItem(contradictionKey, JSON.stringify(receipts))
    },

    /** One that the house signed and that can not be true beside this one. */
    against: (receipt: Receipt): Receipt | undefined =>
      all().find((kept) => contradicts(kept, receipt)),
  }
}
