import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import {
  type Transaction as LedgerTransaction,
  TRANSACTIONS_PAGE_SIZE,
  type TransactionsQuery,
} from '#core/api/history.ts'
import { coins } from '#core/money/coins.ts'
import type { Database } from '../platform/db/database.ts'
import { lastSummed, SEGMENT } from './history-segments.store.ts'
import { historySegments, transactions } from './ledger.table.ts'

/** What a page shows. */
export type HistoryFilter = Omit<TransactionsQuery, 'id'> & {
  /** Only the transaction of this number. */
  seq?: number
}

/** A deposit whose transactions are looked for. */
export type SeenDeposit = { id: string; userId: string; createdAt: Date }

/** A player's transactions, also the few of one kind among a million. */
export class HistoryStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The newest 50 transactions that pass the filter, newest first. */
  async page(
    userId: string,
    filter: HistoryFilter,
  ): Promise<LedgerTransaction[]> {
    const { type, gameType, from, to, seq } = filter
    const isSought = seq === undefined && (type ?? gameType ?? from ?? to)
    const rows = isSought
      ? await this.#found(userId, filter)
      : await this.#newest(userId, filter).limit(TRANSACTIONS_PAGE_SIZE)
    return rows.map(asTransaction)
  }

  /**
   * The same, of another size, for who reads to the end: each one goes on
   * where the last one ended, so that all of them read the history once.
   */
  async portion(
    userId: string,
    filter: HistoryFilter,
    size: number,
  ): Promise<LedgerTransaction[]> {
    const rows = await this.#newest(userId, filter).limit(size)
    return rows.map(asTransaction)
  }

  /**
   * All that a deposit has moved, newest first. Looks through what is not
   * summed up, and through segments with deposits or reversals since it was
   * seen.
   */
  async ofDeposit({
    id,
    userId,
    createdAt,
  }: SeenDeposit): Promise<LedgerTransaction[]> {
    const from = createdAt.toISOString()
    const types = ['deposit', 'reversal'] as const
    const segment = sql`(
        SELECT ${lastSummed(sql`${userId}`)} AS after, ${END}::bigint AS last
        UNION
        SELECT last_seq - ${SEGMENT}, last_seq FROM ${historySegments}
          WHERE user_id = ${userId} AND game_type = ''
            AND ${inArray(historySegments.type, types)} AND ${overlaps({ from })}
      ) AS segment`
    const isOfIt = and(
      IN_SEGMENT,
      inArray(transactions.type, types),
      sql`${transactions.metadata}->>'depositId' = ${id}`,
    )
    const found = this.#newest(userId, { from }, isOfIt).as('transaction')
    const rows = await this.#db
      .select()
      .from(segment)
      .crossJoinLateral(found)
      .orderBy(desc(found.seq))
    return rows.map((row) => asTransaction(row.transaction))
  }

  #newest(userId: string, filter: HistoryFilter, where?: SQL) {
    return this.#db
      .select()
      .from(transactions)
      .where(and(passes(userId, filter), where))
      .orderBy(desc(transactions.seq))
  }

  /**
   * Looks through what is not summed up, and then through segments that hold
   * what is asked for. The first of them may hold it behind `before` only, and
   * one of them only before and behind the time that is asked for, so there
   * are two more than a page has rows.
   */
  async #found(userId: string, filter: HistoryFilter) {
    const { type = '', gameType = '', before = END } = filter
    const segment = sql`(
        SELECT ${lastSummed(sql`${userId}`)} AS after, ${END}::bigint AS last
        UNION ALL
        (SELECT last_seq - ${SEGMENT}, last_seq FROM ${historySegments}
          WHERE user_id = ${userId} AND type = ${type} AND game_type = ${gameType}
            AND last_seq < ${before}::bigint + ${SEGMENT}
            AND ${overlaps(filter)}
          ORDER BY last_seq DESC LIMIT ${TRANSACTIONS_PAGE_SIZE + 2})
      ) AS segment`
    const found = this.#newest(userId, filter, IN_SEGMENT)
      .limit(TRANSACTIONS_PAGE_SIZE)
      .as('transaction')
    const rows = await this.#db
      .select()
      .from(segment)
      .crossJoinLateral(found)
      .orderBy(sql`last DESC`, desc(found.seq))
      .limit(TRANSACTIONS_PAGE_SIZE)
    return rows.map((row) => row.transaction)
  }
}

/** Past any transaction, and yet a segment can be added to it. */
const END = 10 ** 15

const IN_SEGMENT = sql`${transactions.seq} > after AND ${transactions.seq} <= last`

function passes(
  userId: string,
  { before, seq, type, gameType, from, to }: HistoryFilter,
): SQL | undefined {
  return and(
    eq(transactions.userId, userId),
    before ? lt(transactions.seq, Number(before)) : undefined,
    seq === undefined ? undefined : eq(transactions.seq, seq),
    type ? eq(transactions.type, type) : undefined,
    gameType ? eq(transactions.gameType, gameType) : undefined,
    from ? gte(transactions.timestamp, new Date(from)) : undefined,
    to ? lt(transactions.timestamp, new Date(to)) : undefined,
  )
}

/** Segments of which some transaction may be in the time that is asked for. */
function overlaps({ from, to }: HistoryFilter): SQL {
  const { firstAt, lastAt } = historySegments
  return (
    and(
      from ? gte(lastAt, new Date(from)) : undefined,
      to ? lt(firstAt, new Date(to)) : undefined,
    ) ?? sql`true`
  )
}

function asTransaction(
  row: typeof transactions.$inferSelect,
): LedgerTransaction {
  const { id, seq, type, gameType, amount, balanceAfter, metadata } = row
  return {
    id,
    seq,
    type,
    gameType,
    amount,
    balanceAfter: coins(balanceAfter),
    timestamp: row.timestamp.toISOString(),
    metadata,
  }
}
