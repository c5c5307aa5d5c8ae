import {
  type ExportQuery,
  exportTransactions,
  listTransactions,
  readPlaySummary,
  type Settlement,
  type SummaryQuery,
  type Transaction,
  type TransactionsQuery,
} from '#core/api/history.ts'
import type { Database } from '../../platform/db/database.ts'
import { csvFile } from '../../platform/http/csv.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import { betTotals, playSummary } from './play-summary.service.ts'
import {
  depositTransactions,
  longUnsummed,
  newest,
  search,
  sumUp,
} from './transactions.store.ts'

const CSV_COLUMNS = [
  'timestamp',
  'type',
  'gameType',
  'amount',
  'balanceAfter',
  'seq',
  'id',
] as const

export type HistoryModule = ReturnType<typeof createHistory>
export type HistoryService = HistoryModule['service']

const EXPORTED_AT_ONCE = 1_000

export function historyFile(chunks: AsyncIterable<readonly Transaction[]>) {
  return csvFile('history.csv', CSV_COLUMNS, chunks)
}

/** The state of a bet, from the service that stores it. */
export type BetState = {
  /** Id, player and seq of its `bet` transaction. */
  id: string
  userId: string
  seq: number
  /** Null while it is open. */
  settlement: Settlement | null
}

export type BetSource = {
  bets(ids: readonly string[]): Promise<BetState[]>
}

export async function findBets(
  sources: readonly BetSource[],
  ids: readonly string[],
): Promise<Map<string, BetState>> {
  if (ids.length === 0) return new Map()
  const found = await Promise.all(sources.map((source) => source.bets(ids)))
  return new Map(found.flat().map((bet) => [bet.id, bet]))
}

/** Creates the history of players. Without sources, bets have no settlements. */
export function createHistory({
  db,
  sources = [],
}: {
  db: Database
  sources?: readonly BetSource[]
}) {
  async function withSettlements(page: Transaction[]): Promise<Transaction[]> {
    const ids = page.filter(({ type }) => type === 'bet').map(({ id }) => id)
    const bets = await findBets(sources, ids)
    return page.map((transaction) => {
      if (transaction.type !== 'bet') return transaction
      const settlement = bets.get(transaction.id)?.settlement ?? null
      return { ...transaction, settlement }
    })
  }

  const service = {
    async page(userId: string, { id, ...filter }: TransactionsQuery) {
      if (id !== undefined) {
        const bet = (await findBets(sources, [id])).get(id)
        if (bet?.userId !== userId) return []
        const { seq } = bet
        return withSettlements(await newest(db, userId, { ...filter, seq }))
      }
      const { type, gameType, from, to } = filter
      const find = (type ?? gameType ?? from ?? to) ? search : newest
      return withSettlements(await find(db, userId, filter))
    },

    /** Yields all matching transactions in chunks, newest first. */
    async *all(
      userId: string,
      filter: ExportQuery,
    ): AsyncGenerator<Transaction[]> {
      let before: string | undefined
      for (;;) {
        const query = { ...filter, before }
        const chunk = await newest(db, userId, query, EXPORTED_AT_ONCE)
        if (chunk.length > 0) yield chunk
        if (chunk.length < EXPORTED_AT_ONCE) return
        before = String(chunk.at(-1)?.seq)
      }
    },

    ofDeposit: (deposit: { id: string; userId: string; createdAt: Date }) =>
      depositTransactions(db, deposit),

    summary: (userId: string, query: SummaryQuery) =>
      playSummary(db, userId, query),

    readBetTotals: (userIds: readonly string[]) => betTotals(db, userIds),

    /** Sums up long histories in segments, which makes reads of them fast. */
    async sumUpSegments(signal: AbortSignal): Promise<void> {
      for (const userId of await longUnsummed(db)) {
        while (!signal.aborted && (await sumUp(db, userId)));
      }
    },
  }

  return {
    service,
    mount(serve: Serve) {
      serve(listTransactions, ({ playerId, query }) =>
        service.page(playerId, query),
      )
      serve(readPlaySummary, ({ playerId, query }) =>
        service.summary(playerId, query),
      )
      serve(exportTransactions, ({ playerId, query }) =>
        historyFile(service.all(playerId, query)),
      )
    },
    jobs: [
      { name: 'history', everyMs: 60_000, run: service.sumUpSegments },
    ] satisfies Job[],
  }
}
