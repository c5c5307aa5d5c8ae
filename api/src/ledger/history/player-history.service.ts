import type {
  ExportQuery,
  Transaction as LedgerTransaction,
  PlaySummary,
  SummaryQuery,
  TransactionsQuery,
} from '#core/api/history.ts'
import type { BetState, HistoryService } from '../history.service.ts'

/** Where some bets are kept. */
export type BetSource = {
  /** Those of the bets that are its own. */
  bets(ids: readonly string[]): Promise<BetState[]>
}

/** A player's transactions, with what became of their bets. */
export class PlayerHistoryService {
  readonly #ledger: HistoryService
  readonly #sources: readonly BetSource[]

  constructor(ledger: HistoryService, sources: readonly BetSource[]) {
    this.#ledger = ledger
    this.#sources = sources
  }

  /** The newest transactions that the query asks for, newest first. */
  async page(
    userId: string,
    { id, ...filter }: TransactionsQuery,
  ): Promise<LedgerTransaction[]> {
    if (id === undefined) {
      return this.#withSettlements(await this.#ledger.page(userId, filter))
    }
    const bet = (await this.#bets([id])).get(id)
    if (bet?.userId !== userId) return []
    const { seq } = bet
    return this.#withSettlements(
      await this.#ledger.page(userId, { ...filter, seq }),
    )
  }

  summary(userId: string, query: SummaryQuery): Promise<PlaySummary> {
    return this.#ledger.summary(userId, query)
  }

  /** All that the query asks for, newest first, portion by portion. */
  all(userId: string, query: ExportQuery): AsyncGenerator<LedgerTransaction[]> {
    return this.#ledger.all(userId, query)
  }

  async #withSettlements(
    page: LedgerTransaction[],
  ): Promise<LedgerTransaction[]> {
    const ids = page.filter(({ type }) => type === 'bet').map(({ id }) => id)
    const bets = await this.#bets(ids)
    return page.map((transaction) =>
      transaction.type === 'bet'
        ? {
            ...transaction,
            settlement: bets.get(transaction.id)?.settlement ?? null,
          }
        : transaction,
    )
  }

  async #bets(ids: readonly string[]): Promise<Map<string, BetState>> {
    if (ids.length === 0) return new Map()
    const found = await Promise.all(
      this.#sources.map((source) => source.bets(ids)),
    )
    return new Map(found.flat().map((bet) => [bet.id, bet]))
  }
}
