import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { coins } from '#core/money/coins.ts'
import type { Transaction as Movement } from '#core/schemas/transaction.ts'
import type { TransactionsQuery } from '#core/schemas/transactions-query.ts'
import type { Database } from '../../platform/db/database.ts'
import { transactionStretches, transactions } from './ledger.table.ts'

const PAGE_SIZE = 50
/** A player's movements are noted by stretches of so many, from the first on. */
export const STRETCH = 128
/** Fewer movements than this are looked through faster than they are noted. */
const MANY = 32 * STRETCH
/** What one short statement notes at most. */
const NOTED_AT_ONCE = 128 * STRETCH

/** A player's movements, also the few of one kind among a million. */
export class HistoryStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The newest movements that the query asks for, newest first. */
  async page(userId: string, query: TransactionsQuery): Promise<Movement[]> {
    const isFiltered = query.type !== undefined || query.gameType !== undefined
    const rows = isFiltered
      ? await this.#found(userId, query)
      : await this.#newest(userId, query)
    return rows.map(asMovement)
  }

  /** Players of whom many movements are not noted. */
  async manyUnnoted(): Promise<string[]> {
    const { rows } = await this.#db.execute<{ id: string }>(
      sql`SELECT id FROM users
          WHERE seq >= ${MANY} AND seq - ${lastNoted(sql`users.id`)} >= ${MANY}`,
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Notes a portion of a player's full stretches. Those never change, so
   * processes that note them at once agree. @returns whether any were left.
   */
  async note(userId: string): Promise<boolean> {
    const noted = lastNoted(sql`${userId}`)
    const { rowCount } = await this.#db.execute(
      sql`INSERT INTO ${transactionStretches} (user_id, type, game_type, last_seq)
          SELECT DISTINCT ${userId}::uuid, coalesce(type, ''),
            coalesce(game_type, ''), last_seq
          FROM (
            SELECT DISTINCT type, game_type,
              (seq + ${STRETCH - 1}) / ${STRETCH} * ${STRETCH} AS last_seq
            FROM transactions WHERE user_id = ${userId}
              AND seq > ${noted} AND seq <= ${noted} + ${NOTED_AT_ONCE}
              AND seq <= (SELECT seq / ${STRETCH} * ${STRETCH} FROM users
                WHERE id = ${userId})
          ) AS movement
          GROUP BY last_seq, CUBE (type, game_type)
          ORDER BY last_seq, 2, 3
          ON CONFLICT DO NOTHING`,
    )
    return Boolean(rowCount)
  }

  #newest(userId: string, query: TransactionsQuery, where?: SQL) {
    return this.#db
      .select()
      .from(transactions)
      .where(and(asked(userId, query), where))
      .orderBy(desc(transactions.seq))
      .limit(PAGE_SIZE)
  }

  /**
   * Looks through what is not noted, and then through noted stretches that
   * hold what is asked for. The first of them may hold it behind `before`
   * only, so there is one more than a page has rows.
   */
  async #found(userId: string, query: TransactionsQuery) {
    const { type = '', gameType = '' } = query
    const stretch = sql`(
        SELECT ${lastNoted(sql`${userId}`)} AS after, ${END}::bigint AS last
        UNION ALL
        (SELECT last_seq - ${STRETCH}, last_seq FROM ${transactionStretches}
          WHERE user_id = ${userId} AND type = ${type} AND game_type = ${gameType}
            AND last_seq < ${query.before ?? END}::bigint + ${STRETCH}
          ORDER BY last_seq DESC LIMIT ${PAGE_SIZE + 1})
      ) AS stretch`
    const inStretch = sql`${transactions.seq} > after AND ${transactions.seq} <= last`
    const movement = this.#newest(userId, query, inStretch).as('movement')
    const rows = await this.#db
      .select()
      .from(stretch)
      .crossJoinLateral(movement)
      .orderBy(sql`last DESC`, desc(movement.seq))
      .limit(PAGE_SIZE)
    return rows.map((row) => row.movement)
  }
}

/** Past any movement, and yet a stretch can be added to it. */
const END = 10 ** 15

/** Up to where a player's movements are noted: the filter that all of them pass. */
function lastNoted(userId: SQL): SQL {
  return sql`coalesce((SELECT max(last_seq) FROM ${transactionStretches}
    WHERE user_id = ${userId} AND type = '' AND game_type = ''), 0)`
}

function asked(
  userId: string,
  { before, type, gameType }: TransactionsQuery,
): SQL | undefined {
  return and(
    eq(transactions.userId, userId),
    before ? lt(transactions.seq, Number(before)) : undefined,
    type ? eq(transactions.type, type) : undefined,
    gameType ? eq(transactions.gameType, gameType) : undefined,
  )
}

function asMovement(row: typeof transactions.$inferSelect): Movement {
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
