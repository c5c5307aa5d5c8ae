import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyGameType } from '#core/api/history.ts'
import { assert } from '#core/assert.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import { Refusal } from '#core/refusals.ts'
import { onlyRow, type Transaction } from '../platform/db/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { BetState } from './history/history.ts'
import { lockBalance, post, SHARED_PARTITION } from './ledger.store.ts'
import { stakes } from './ledger.table.ts'

type StakeRow = typeof stakes.$inferSelect
type Settling = { id: string; payout: number; type: 'win' | 'refund' }

/** A player's balance after a transaction, to push after the commit. */
type Moved = { userId: string; balance: number }

/** Possible losses on open stakes of all players and of each, in coins. */
export type Exposure = {
  ofAll: number
  ofPlayer: ReadonlyMap<string | null, number>
}

export type StakesService = ReturnType<typeof createStakesService>

/**
 * Creates the service of stakes that are settled later. Locks players first, house accounts last.
 */
export function createStakesService({
  betDb,
  clock,
  db,
}: Pick<Platform, 'betDb' | 'clock' | 'db'>) {
  async function find(tx: Transaction, id: string): Promise<StakeRow> {
    return onlyRow(await tx.select().from(stakes).where(eq(stakes.id, id)))
  }

  async function move(
    tx: Transaction,
    { id, userId, gameType }: StakeRow,
    transaction: {
      type: 'win' | 'refund' | 'reversal'
      amount: number
      balance: number
    },
  ): Promise<Moved> {
    const { type, amount, balance } = transaction
    if (amount > MAX_COINS - balance)
      throw new Refusal('payout_above_balance_limit')
    if (amount === 0) return { userId, balance }
    const moved = await post(tx, {
      userId,
      gameType,
      type,
      amount,
      against: 'house',
      metadata: { betId: id },
      played: { day: dayNumber(clock().getTime()), staked: 0, paid: amount },
    })
    return { userId, balance: moved.balance }
  }

  return {
    async bets(ids: readonly string[]): Promise<BetState[]> {
      const rows = await db
        .select()
        .from(stakes)
        .where(inArray(stakes.id, [...ids]))
      return rows.map(({ id, userId, seq, stake, paid }) => ({
        id,
        userId,
        seq,
        settlement:
          paid === null ? null : { stake: coins(stake), payout: coins(paid) },
      }))
    },

    /** Returns possible losses on a game's open stakes, in coins. */
    async exposure(
      gameType: AnyGameType,
      players: readonly string[],
    ): Promise<Exposure> {
      const { paid, reserved, stake, userId } = stakes
      const rows = await betDb
        .select({
          userId,
          loss: sql`sum(${reserved} - ${stake})`.mapWith(Number),
        })
        .from(stakes)
        .where(and(eq(stakes.gameType, gameType), isNull(paid)))
        .groupBy(sql`GROUPING SETS ((), (${userId}))`)
        .having(
          sql`GROUPING(${userId}) = 1 OR ${inArray(userId, [...players])}`,
        )
      const of = new Map<string | null, number>(
        rows.map((row) => [row.userId, row.loss]),
      )
      return { ofAll: of.get(null) ?? 0, ofPlayer: of }
    },

    /** Settles an open stake. @returns undefined if it is already settled */
    async settle(
      tx: Transaction,
      { id, payout: amount, type }: Settling,
    ): Promise<Moved | undefined> {
      const row = await find(tx, id)
      const { reserved, stake, userId } = row
      assert(amount <= reserved, 'a payout is at most the reserved coins')
      assert(type === 'win' || amount === stake, 'a refund is the stake')
      const balance = await lockBalance(tx, userId)
      const { rowCount } = await tx
        .update(stakes)
        .set({ paid: amount })
        .where(and(eq(stakes.id, id), isNull(stakes.paid)))
      if (rowCount === 0) return undefined
      const moved = await move(tx, row, { type, amount, balance })
      await tx.execute(
        sql`UPDATE global_stats SET held = held - ${reserved} WHERE id = ${SHARED_PARTITION}`,
      )
      return moved
    },

    /** Corrects a payout, once; the house absorbs what the balance lacks. */
    async correct(
      tx: Transaction,
      target: Settling,
    ): Promise<Moved & { absorbed: number }> {
      const { id, payout } = target
      const { userId } = await find(tx, id)
      const balance = await lockBalance(tx, userId)
      const row = await find(tx, id)
      assert(row.paid !== null, 'only settled stakes are corrected')
      const wanted = payout - row.paid
      const amount = Math.max(wanted, -balance)
      await tx
        .update(stakes)
        .set({ paid: row.paid + amount })
        .where(eq(stakes.id, id))
      const type = amount > 0 ? target.type : 'reversal'
      const moved = await move(tx, row, { type, amount, balance })
      return { ...moved, absorbed: amount - wanted }
    },
  }
}
