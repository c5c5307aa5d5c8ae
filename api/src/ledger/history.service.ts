import type {
  ExportQuery,
  Transaction as LedgerTransaction,
  PlaySummary,
  Settlement,
  SummaryQuery,
} from '#core/api/history.ts'
import type {
  HistoryFilter,
  HistoryStore,
  SeenDeposit,
} from './history.store.ts'
import type { HistorySegmentsStore } from './history-segments.store.ts'
import type { BetTotals, PlaySummaryStore } from './play-summary.store.ts'
import { summaryOf } from './summary-of.ts'

/** A bet, as whoever took it knows it. */
export type BetState = {
  /** That of its `bet` transaction, as are the player's id and the seq. */
  id: string
  userId: string
  seq: number
  /** Null while it is open. */
  settlement: Settlement | null
}

/** What one statement of an export reads. */
const PORTION = 1_000

type HistoryDeps = {
  store: HistoryStore
  segments: HistorySegmentsStore
  summaries: PlaySummaryStore
}

/** What players are told of their transactions. */
export class HistoryService {
  readonly #deps: HistoryDeps

  constructor(deps: HistoryDeps) {
    this.#deps = deps
  }

  page(userId: string, filter: HistoryFilter): Promise<LedgerTransaction[]> {
    return this.#deps.store.page(userId, filter)
  }

  /**
   * Every transaction that passes the filter, newest first, portion by portion.
   */
  async *all(
    userId: string,
    filter: ExportQuery,
  ): AsyncGenerator<LedgerTransaction[]> {
    const { store } = this.#deps
    let before: string | undefined
    for (;;) {
      const asked = { ...filter, before }
      const portion = await store.portion(userId, asked, PORTION)
      if (portion.length > 0) yield portion
      if (portion.length < PORTION) return
      before = String(portion.at(-1)?.seq)
    }
  }

  /** Lists all that a deposit has moved, newest first. */
  ofDeposit(deposit: SeenDeposit): Promise<LedgerTransaction[]> {
    return this.#deps.store.ofDeposit(deposit)
  }

  /** What a time of play brought, game by game and as a curve. */
  async summary(userId: string, query: SummaryQuery): Promise<PlaySummary> {
    return summaryOf(await this.#deps.summaries.played(userId, query))
  }

  betTotalsOf(userIds: readonly string[]): Promise<Map<string, BetTotals>> {
    return this.#deps.summaries.betTotalsOf(userIds)
  }

  /**
   * Sums up segments of long histories, portion by portion until none is left.
   * Answers are the same before and after, but slower before.
   */
  async sumUpSegments(signal: AbortSignal): Promise<void> {
    const { segments } = this.#deps
    for (const userId of await segments.manyUnsummed()) {
      while (!signal.aborted && (await segments.sumUp(userId)));
    }
  }
}
