import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import {
  type Transaction as LedgerTransaction,
  TRANSACTIONS_PAGE_SIZE,
  type TransactionsQuery,
} from '#core/api/history.ts'
import { coins } from '#core/money/coins.ts'
import type { Database } from '../../platform/db/database.ts'
import { historySegments, transactions } from '../ledger.table.ts'

/** Number of consecutive transactions of a player that share a row of sums. */
export const SEGMENT = 128
/** Shorter histories are read as fast without sums. */
const LONG_HISTORY = 32 * SEGMENT
const SUMMED_AT_ONCE = 128 * SEGMENT
/** Above every seq, low enough to add a segment to. */
export const END = 10 ** 15

type HistoryFilter = Omit<TransactionsQuery, 'id'> & { seq?: number }

export async function newest(
  db: Database,
  userId: string,
  filter: HistoryFilter,
  limit = TRANSACTIONS_PAGE_SIZE,
): Promise<LedgerTransaction[]> {
  const rows = await matching(db, userId, filter).limit(limit)
  return rows.map(asTransaction)
}

/**
 * Like {@link newest}, but skips segments without a match. Reads two more than
 * a page has rows, since those at the borders may turn out empty.
 */
export async function search(
  db: Database,
  userId: string,
  filter: HistoryFilter,
): Promise<LedgerTransaction[]> {
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
  const found = matching(db, userId, filter, IN_SEGMENT)
    .limit(TRANSACTIONS_PAGE_SIZE)
    .as('transaction')
  const rows = await db
    .select()
    .from(segment)
    .crossJoinLateral(found)
    .orderBy(sql`last DESC`, desc(found.seq))
    .limit(TRANSACTIONS_PAGE_SIZE)
  return rows.map((row) => asTransaction(row.transaction))
}

/** Lists a deposit's transactions, newest first; skips other segments. */
export async function depositTransactions(
  db: Database,
  { id, userId, createdAt }: { id: string; userId: string; createdAt: Date },
): Promise<LedgerTransaction[]> {
  const from = createdAt.toISOString()
  const types = ['deposit', 'reversal'] as const
  const segment = sql`(
      SELECT ${lastSummed(sql`${userId}`)} AS after, ${END}::bigint AS last
      UNION
      SELECT last_seq - ${SEGMENT}, last_seq FROM ${historySegments}
        WHERE user_id = ${userId} AND game_type = ''
          AND ${inArray(historySegments.type, types)} AND ${overlaps({ from })}
    ) AS segment`
  const isOfDeposit = and(
    IN_SEGMENT,
    inArray(transactions.type, types),
    sql`${transactions.metadata}->>'depositId' = ${id}`,
  )
  const found = matching(db, userId, { from }, isOfDeposit).as('transaction')
  const rows = await db
    .select()
    .from(segment)
    .crossJoinLateral(found)
    .orderBy(desc(found.seq))
  return rows.map((row) => asTransaction(row.transaction))
}

/** Lists players with many transactions that are not summed up. */
export async function longUnsummed(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE seq >= ${LONG_HISTORY}
          AND seq - ${lastSummed(sql`users.id`)} >= ${LONG_HISTORY}`,
  )
  return rows.map(({ id }) => id)
}

/** Sums up some full segments, which never change. @returns false if none */
export async function sumUp(db: Database, userId: string): Promise<boolean> {
  const summed = lastSummed(sql`${userId}`)
  const { rowCount } = await db.execute(
    sql`INSERT INTO ${historySegments} (user_id, type, game_type, last_seq,
          count, amount, first_at, last_at)
        SELECT ${userId}::uuid, coalesce(type, ''), coalesce(game_type, ''),
          last_seq, count(*), sum(amount), min(timestamp), max(timestamp)
        FROM (
          SELECT *, (seq + ${SEGMENT - 1}) / ${SEGMENT} * ${SEGMENT} AS last_seq
          FROM transactions WHERE user_id = ${userId}
            AND seq > ${summed} AND seq <= ${summed} + ${SUMMED_AT_ONCE}
            AND seq <= (SELECT seq / ${SEGMENT} * ${SEGMENT} FROM users
              WHERE id = ${userId})
        ) AS transaction
        GROUP BY last_seq, CUBE (type, game_type)
        HAVING game_type IS NOT NULL OR grouping(game_type) = 1
        ORDER BY last_seq, 2, 3
        ON CONFLICT DO NOTHING`,
  )
  return Boolean(rowCount)
}

/** Seq of a player's last transaction that is summed up; 0 if none. */
export function lastSummed(userId: SQL): SQL {
  return sql`coalesce((SELECT max(last_seq) FROM ${historySegments}
    WHERE user_id = ${userId} AND type = '' AND game_type = ''), 0)`
}

const { batchId: _, userId: _user, ...SHOWN } = getTableColumns(transactions)
const IN_SEGMENT = sql`${transactions.seq} > after AND ${transactions.seq} <= last`

function matching(
  db: Database,
  userId: string,
  { before, seq, type, gameType, from, to }: HistoryFilter,
  where?: SQL,
) {
  return db
    .select(SHOWN)
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        before ? lt(transactions.seq, Number(before)) : undefined,
        seq === undefined ? undefined : eq(transactions.seq, seq),
        type ? eq(transactions.type, type) : undefined,
        gameType ? eq(transactions.gameType, gameType) : undefined,
        from ? gte(transactions.timestamp, new Date(from)) : undefined,
        to ? lt(transactions.timestamp, new Date(to)) : undefined,
        where,
      ),
    )
    .orderBy(desc(transactions.seq))
}

/** Matches segments whose time range overlaps the filter's. */
function overlaps({ from, to }: HistoryFilter): SQL {
  const { firstAt, lastAt } = historySegments
  return (
    and(
      from ? gte(lastAt, new Date(from)) : undefined,
      to ? lt(firstAt, new Date(to)) : undefined,
    ) ?? sql`true`
  )
}

function asTransaction({
  balanceAfter,
  timestamp,
  ...row
}: Omit<typeof transactions.$inferSelect, 'batchId' | 'userId'>) {
  const at = timestamp.toISOString()
  return { ...row, balanceAfter: coins(balanceAfter), timestamp: at }
}
