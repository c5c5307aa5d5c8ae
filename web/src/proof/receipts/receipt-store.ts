import * as z from 'zod/mini'
import { type Receipt, receipt } from '#core/api/receipts.ts'
import { contradicts } from '#core/receipts/verified-receipt.ts'
import {
  type KeyValueStorage,
  listKeys,
  readStored,
} from '../../lib/key-value-storage.ts'

/** More than the rows of a page of history. */
const KEPT_MAX = 60

/** One player's newest receipts, shared by all tabs of this browser. */
export type ReceiptStore = ReturnType<typeof createReceiptStore>

export function createReceiptStore(storage: KeyValueStorage, player: string) {
  const prefix = `receipts/${player}/`
  const contradictionKey = `receipts-that-differ/${player}`

  /** Oldest first. */
  function all(): Receipt[] {
    return listKeys(storage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => readStored(storage, key, receipt) ?? [])
      .toSorted((one, other) => one.seq - other.seq)
  }

  return {
    all,

    newest: (): Receipt | undefined => all().at(-1),

    /** Stores a receipt and drops the oldest ones beyond the limit. */
    keep(receipt: Receipt): void {
      const key = `${prefix}${receipt.seq}`
      // The first one stays: later receipts are compared with it.
      if (storage.getItem(key) === null) {
        storage.setItem(key, JSON.stringify(receipt))
      }
      for (const { seq } of all().slice(0, -KEPT_MAX)) {
        storage.removeItem(`${prefix}${seq}`)
      }
    },

    /** Returns the first two that contradict each other. */
    contradiction: (): readonly Receipt[] | undefined =>
      readStored(storage, contradictionKey, z.array(receipt)),

    keepContradiction(receipts: readonly [Receipt, Receipt]): void {
      if (storage.getItem(contradictionKey) !== null) return
      storage.setItem(contradictionKey, JSON.stringify(receipts))
    },

    /** Returns a stored receipt that contradicts this one. */
    against: (receipt: Receipt): Receipt | undefined =>
      all().find((kept) => contradicts(kept, receipt)),
  }
}
