import { listTransactions } from '#core/api/history.ts'
import { listReceiptKeys, readReceipt } from '#core/api/receipts.ts'
import { call } from '../../lib/call.ts'
import { currentUser } from '../../session/user-query.ts'

export const receiptsApi = {
  /** The public keys, the newest first. */
  async keys(): Promise<string[]> {
    const { keys } = await call(listReceiptKeys)
    return keys.map(({ key }) => key)
  },

  /** Gives whose session this browser has now, which another tab may change. */
  async player(): Promise<string | undefined> {
    return (await currentUser())?.id
  },

  /** Gives what the house signs now of the player's newest transaction. */
  async newest() {
    return (await call(readReceipt)).receipt
  },

  /** A page of the player's history, from a transaction on, newest first. */
  rowsFrom: (seq: number) =>
    call(listTransactions, { query: { before: String(seq + 1) } }),
}

export type ReceiptsApi = typeof receiptsApi
