import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { referralSalts, referrals, referralVisits } from './referrals.table.ts'

export type Visit = typeof referralVisits.$inferInsert

export class ReferralsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The same for all processes: the first one's of the day. */
  async saltOf(day: string, fresh: Uint8Array): Promise<Uint8Array> {
    const kept = referralSalts.salt
    const [row] = await this.#db
      .insert(referralSalts)
      .values({ day, salt: fresh })
      // A change to itself, so that the row is returned either way.
      .onConflictDoUpdate({ target: referralSalts.day, set: { salt: kept } })
      .returning({ salt: kept })
    return row?.salt ?? fresh
  }

  /** @returns false for who was there before. */
  async addVisit(tx: Transaction, visit: Visit): Promise<boolean> {
    const added = await tx
      .insert(referralVisits)
      .values(visit)
      .onConflictDoNothing()
      .returning({ day: referralVisits.day })
    return added.length > 0
  }

  async addClick(
    tx: Transaction,
    referralCode: string,
    at: Date,
  ): Promise<void> {
    const { clicks } = referrals
    await tx
      .insert(referrals)
      .values({
        id: newId(),
        referralCode,
        clicks: 1,
        createdAt: at,
        lastClickAt: at,
      })
      .onConflictDoUpdate({
        target: referrals.referralCode,
        set: { clicks: sql`${clicks} + 1`, lastClickAt: at },
      })
  }

  /** @returns false where the code is another wallet's. */
  async bind(
    referralCode: string,
    referrerAddress: string,
    at: Date,
  ): Promise<boolean> {
    const { referrerAddress: bound } = referrals
    const rows = await this.#db
      .insert(referrals)
      .values({ id: newId(), referralCode, referrerAddress, createdAt: at })
      .onConflictDoUpdate({
        target: referrals.referralCode,
        set: { referrerAddress },
        setWhere: sql`coalesce(${bound}, ${referrerAddress}) = ${referrerAddress}`,
      })
      .returning({ id: referrals.id })
    return rows.length > 0
  }

  /** Deletes visitors of earlier days. */
  async deleteVisitsBefore(day: string): Promise<void> {
    await this.#db.delete(referralVisits).where(lt(referralVisits.day, day))
    await this.#db.delete(referralSalts).where(lt(referralSalts.day, day))
  }

  /** Deletes codes without a wallet and without recent clicks. */
  async deleteUnboundBefore(moment: Date): Promise<void> {
    const { createdAt, lastClickAt, referrerAddress } = referrals
    const isOld = lt(sql`coalesce(${lastClickAt}, ${createdAt})`, moment)
    await this.#db.delete(referrals).where(and(isNull(referrerAddress), isOld))
  }
}
