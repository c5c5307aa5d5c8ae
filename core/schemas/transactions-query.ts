import * as z from 'zod/mini'
import type { GameRegistry } from '../games/registry.ts'
import { OTHER_BETS, transactionType } from './transaction.ts'

/** GET /api/transactions?before=&type=&gameType= */
export function transactionsQueryIn({ games }: GameRegistry) {
  const names = games.map(({ gameType }) => gameType)
  const betTypes = [...new Set([...names, ...OTHER_BETS])]
  return z.strictObject({
    before: z.optional(
      z.string().check(z.regex(/^\d{1,15}$/, 'A sequence number')),
    ),
    type: z.optional(transactionType),
    gameType: z.optional(z.enum(betTypes)),
  })
}
export type TransactionsQuery = z.infer<ReturnType<typeof transactionsQueryIn>>
