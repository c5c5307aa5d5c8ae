import type { GameRegistry } from '#core/games/registry.ts'
import { playSummary } from '#core/schemas/play-summary.ts'
import { transactions } from '#core/schemas/transaction.ts'
import {
  exportQueryIn,
  summaryQueryIn,
  transactionsQueryIn,
} from '#core/schemas/transactions-query.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export function historyReference(games: GameRegistry): ReferenceSection {
  return {
    name: 'History',
    description: "A player's ledger transactions.",
    routes: [
      {
        method: 'get',
        path: '/api/transactions',
        summary: 'List transactions, newest first',
        description:
          'Pages of 50; pass the last `seq` as `before` to get the next page.',
        access: 'player',
        query: {
          schema: transactionsQueryIn(games),
          example: { before: '1000', type: 'grant' },
        },
        answer: { status: 200, schema: transactions },
      },
      {
        method: 'get',
        path: '/api/transactions/summary',
        summary: 'Read totals by game and the profit curve',
        access: 'player',
        query: {
          schema: summaryQueryIn(games),
          example: { from: '2026-01-01T00:00:00Z' },
        },
        answer: { status: 200, schema: playSummary },
      },
      {
        method: 'get',
        path: '/api/transactions/export',
        summary: 'Export transactions as CSV',
        access: 'player',
        query: { schema: exportQueryIn(games), example: { type: 'bet' } },
        answer: { status: 200, type: 'text/csv' },
      },
    ],
  }
}
