import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyGameType } from '#core/api/history.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { stakes } from './stakes.table.ts'

export type StakeRow = typeof stakes.$inferSelect
type NewStake = Omit<StakeRow, 'paid' | 'placedAt'>

/** What the house could lose on open stakes, in coins. */
export type Exposure = { ofPlayer: number; ofAll: number }

export class StakesStore {
  async add(tx: Transaction, stake: NewStake): Promise<void> {
    await tx.insert(stakes).values(stake)
  }

  async find(tx: Transaction, id: string): Promise<StakeRow | undefined> {
    const [row] = await tx.select().from(stakes).where(eq(stakes.id, id))
    return row
  }

  findAll(db: Database, ids: readonly string[]): Promise<StakeRow[]> {
    return db
      .select()
      .from(stakes)
      .where(inArray(stakes.id, [...ids]))
  }

  /** @returns false when it was closed before. */
  async close(tx: Transaction, id: string, paid: number): Promise<boolean> {
    const { rowCount } = await tx
      .update(stakes)
      .set({ paid })
      .where(and(eq(stakes.id, id), isNull(stakes.paid)))
    return rowCount === 1
  }

  async setPaid(tx: Transaction, id: string, paid: number): Promise<void> {
    await tx.update(stakes).set({ paid }).where(eq(stakes.id, id))
  }

  async exposure(
    tx: Transaction,
    { userId, gameType }: { userId: string; gameType: AnyGameType },
  ): Promise<Exposure> {
    const loss = sql`${stakes.reserved} - ${stakes.stake}`
    const [sums] = await tx
      .select({
        ofPlayer:
          sql`coalesce(sum(${loss}) FILTER (WHERE ${stakes.userId} = ${userId}), 0)`.mapWith(
            Number,
          ),
        ofAll: sql`coalesce(sum(${loss}), 0)`.mapWith(Number),
      })
      .from(stakes)
      .where(and(eq(stakes.gameType, gameType), isNull(stakes.paid)))
    return sums ?? { ofPlayer: 0, ofAll: 0 }
  }
}
