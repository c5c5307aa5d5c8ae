import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { securityNotices, signInWallets, users } from './auth.table.ts'
import { NO_PASSWORD } from './passwords.ts'

type NoticeRow = typeof securityNotices.$inferSelect

/** Stores passwords, sign-in wallets, and notices about their changes. */
export class SignInMethodsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Locks an account against concurrent sign-ins and changes of its sign-in
   * methods.
   *
   * @returns the current row; undefined for a closed or frozen account.
   */
  async lock(tx: Transaction, id: string) {
    const { password, signInVersion } = users
    const [row] = await tx
      .select({ password, signInVersion })
      .from(users)
      .where(
        and(eq(users.id, id), isNull(users.closedAt), isNull(users.frozenAt)),
      )
      .for('no key update')
    return row
  }

  async setPassword(
    tx: Transaction,
    id: string,
    password: string,
  ): Promise<void> {
    await tx.update(users).set({ password }).where(eq(users.id, id))
  }

  /** Links a wallet. @returns false if either side already has a link. */
  async link(
    tx: Transaction,
    wallet: { address: Address; userId: string },
  ): Promise<boolean> {
    const linked = await tx
      .insert(signInWallets)
      .values(wallet)
      .onConflictDoNothing()
      .returning({ address: signInWallets.address })
    return linked.length > 0
  }

  /** Unlinks the wallet. @returns its address, if one was linked. */
  async unlink(tx: Transaction, id: string): Promise<Address | undefined> {
    const [row] = await tx
      .delete(signInWallets)
      .where(eq(signInWallets.userId, id))
      .returning({ address: signInWallets.address })
    return row?.address
  }

  /**
   * Increments the version, which invalidates pending sign-ins.
   *
   * @returns the new version.
   */
  async raiseVersion(tx: Transaction, id: string): Promise<number> {
    const [row] = await tx
      .update(users)
      .set({ signInVersion: sql`${users.signInVersion} + 1` })
      .where(eq(users.id, id))
      .returning({ signInVersion: users.signInVersion })
    return row?.signInVersion ?? 0
  }

  /** Removes personal data and all sign-in methods. */
  async close(
    tx: Transaction,
    id: string,
    { username, at }: { username: string; at: Date },
  ): Promise<void> {
    await tx
      .update(users)
      .set({ username, password: NO_PASSWORD, role: 'player', closedAt: at })
      .where(eq(users.id, id))
    await this.unlink(tx, id)
    await tx.delete(securityNotices).where(eq(securityNotices.userId, id))
  }

  async addNotice(tx: Transaction, notice: NoticeRow): Promise<void> {
    await tx.insert(securityNotices).values(notice)
  }

  /** Lists notices, newest first. */
  noticesOf(userId: string, limit: number): Promise<NoticeRow[]> {
    return this.#db
      .select()
      .from(securityNotices)
      .where(eq(securityNotices.userId, userId))
      .orderBy(desc(securityNotices.id))
      .limit(limit)
  }
}
