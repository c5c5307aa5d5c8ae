import { transactions } from '#core/api/history.ts'
import { receiptAnswer, receiptKeys } from '#core/api/receipts.ts'
import { getJson } from '../../lib/api-client.ts'
import { currentUser } from '../session/user-query.ts'

export const receiptsApi = {
  /** The public keys, the newest first. */
  async keys(): Promise<string[]> {
    const { keys } = await getJson('/api/receipts/keys', receiptKeys)
    return keys.map(({ key }) => key)
  },

  /** Gives whose session this browser has now, which another tab may change. */
  async player(): Promise<string | undefined> {
    return (await currentUser())?.id
  },

  /** Gives what the house signs now of the player's newest transaction. */
  async newest() {
    return (await getJson('/api/receipts', receiptAnswer)).receipt
  },

  /** A page of the player's history, from a transaction on, newest first. */
  rowsFrom: (seq: number) =>
    getJson(`/api/transactions?before=${seq + 1}`, transactions),
}

export type ReceiptsApi = typeof receiptsApi
