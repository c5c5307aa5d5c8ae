import * as z from 'zod/mini'
import { coinAmount } from '#core/money/coin-amount.ts'
import { horseId } from '#core/race/horses.ts'
import { count, hex64 } from '#core/schemas/fields.ts'
import {
  type KeyValueStorage,
  listKeys,
  readStored,
} from '../../lib/key-value-storage.ts'

const raceTicket = z.object({
  transactionId: z.uuid(),
  raceId: z.uuid(),
  /** Number of the race. */
  number: count,
  commitment: hex64,
  /** Among the race's accepted bets; decides the fair rounding. */
  index: count,
  horseId,
  amount: coinAmount,
  /** Close of betting, as shown when the bet was placed. */
  closesAtMs: count,
})
/** Terms of an accepted bet that is not verified yet. */
export type RaceTicket = z.infer<typeof raceTicket>

/** Limits the storage of bets that are never verified. */
const TICKETS_MAX = 200

/** One player's tickets, kept over reloads. */
export type TicketStore = ReturnType<typeof createTicketStore>

export function createTicketStore(storage: KeyValueStorage, player: string) {
  const prefix = `races/${player}/`
  const keys = () => listKeys(storage).filter((key) => key.startsWith(prefix))
  return {
    all: (): RaceTicket[] =>
      keys().flatMap((key) => readStored(storage, key, raceTicket) ?? []),
    find: (id: string) => readStored(storage, `${prefix}${id}`, raceTicket),
    drop: (id: string) => storage.removeItem(`${prefix}${id}`),
    keep(ticket: RaceTicket): void {
      // Ids sort by creation time.
      for (const key of keys().toSorted().slice(0, -TICKETS_MAX)) {
        storage.removeItem(key)
      }
      storage.setItem(
        `${prefix}${ticket.transactionId}`,
        JSON.stringify(ticket),
      )
    },
  }
}
