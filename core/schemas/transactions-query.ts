import * as z from 'zod/mini'
import type { GameRegistry } from '../games/registry.ts'
import { timestamp } from './fields.ts'
import { OTHER_BETS, transactionType } from './transaction.ts'

/** GET /api/transactions?before=&type=&gameType=&from=&to=&id= */
export function transactionsQueryIn(registry: GameRegistry) {
  return z.strictObject({
    before: z.optional(
      z.string().check(z.regex(/^\d{1,15}$/, 'A sequence number')),
    ),
    type: z.optional(transactionType),
    ...timeAndGameIn(registry),
    /** That of a bet. */
    id: z.optional(z.uuid()),
  })
}
export type TransactionsQuery = z.infer<ReturnType<typeof transactionsQueryIn>>

/** GET /api/transactions/export?type=&gameType=&from=&to= */
export function exportQueryIn(registry: GameRegistry) {
  return z.strictObject({
    type: z.optional(transactionType),
    ...timeAndGameIn(registry),
  })
}
export type ExportQuery = z.infer<ReturnType<typeof exportQueryIn>>

/** GET /api/transactions/summary?gameType=&from=&to= */
export function summaryQueryIn(registry: GameRegistry) {
  return z.strictObject(timeAndGameIn(registry))
}
export type SummaryQuery = z.infer<ReturnType<typeof summaryQueryIn>>

/** ISO 8601, UTC, and a year that every database has. */
const moment = timestamp.check(
  z.refine((text) => text >= '1970', 'A time since 1970'),
)

/** What is before `from` is left out, and so is what is not before `to`. */
function timeAndGameIn({ games }: GameRegistry) {
  const names = games.map(({ gameType }) => gameType)
  const betTypes = [...new Set([...names, ...OTHER_BETS])]
  return {
    gameType: z.optional(z.enum(betTypes)),
    from: z.optional(moment),
    to: z.optional(moment),
  }
}
