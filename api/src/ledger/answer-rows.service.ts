import { and, between, desc, eq } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { transactions } from './ledger.table.ts'

/** Of a player's first transaction: the coins to start with. */
export const FIRST_SEQ = 1

export type TransactionRow = typeof transactions.$inferSelect

/** The transactions that one answer told of. */
export class AnswerRowsService {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Those up to the answer's last one: a win that came with its stake is not
   * without it. None where there is no such transaction.
   */
  async upTo(userId: string, seq: number): Promise<TransactionRow[]> {
    const rows = await this.#db
      .select()
      .from(transactions)
      .where(
        and(
          eq(transactions.userId, userId),
          between(transactions.seq, seq - 1, seq),
        ),
      )
      .orderBy(transactions.seq)
    const last = rows.at(-1)
    if (last?.seq !== seq) return []
    const before = rows.at(-2)
    return before && isOneAnswer(before, last) ? [before, last] : [last]
  }

  /** Of a player's newest transaction. */
  async lastSeq(userId: string): Promise<number | undefined> {
    const [last] = await this.#db
      .select({ seq: transactions.seq })
      .from(transactions)
      .where(eq(transactions.userId, userId))
      .orderBy(desc(transactions.seq))
      .limit(1)
    return last?.seq
  }
}

/** A round that was over at once, or a step of a hand that cost and paid. */
function isOneAnswer(before: TransactionRow, last: TransactionRow): boolean {
  const isStake = before.type === 'bet' || before.type === 'raise'
  return isStake && last.type === 'win' && before.batchId === last.batchId
}
