import { and, eq, gt, lte } from 'drizzle-orm'
import type { Address } from 'viem'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { SignedIn } from '../sessions/sessions.service.ts'
import { signInWallets, siweNonces, users } from './auth.table.ts'

type Owned = { address: Address; userId: string }

export class SiweStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Stores a nonce, and deletes expired ones. */
  async addNonce(
    nonce: typeof siweNonces.$inferInsert,
    now: Date,
  ): Promise<void> {
    await this.#db.delete(siweNonces).where(lte(siweNonces.expiresAt, now))
    await this.#db.insert(siweNonces).values(nonce)
  }

  /**
   * Deletes a nonce; of concurrent calls one succeeds.
   *
   * @returns true when it was this browser's and had not expired.
   */
  async takeNonce(
    tx: Transaction,
    { nonce, holder }: { nonce: string; holder: string },
    now: Date,
  ): Promise<boolean> {
    const taken = await tx
      .delete(siweNonces)
      .where(
        and(
          eq(siweNonces.nonce, nonce),
          eq(siweNonces.holder, holder),
          gt(siweNonces.expiresAt, now),
        ),
      )
      .returning({ nonce: siweNonces.nonce })
    return taken.length > 0
  }

  /**
   * Links the wallet to a new account, unless it has one. Concurrent calls wait,
   * and return the same player.
   *
   * @returns id of the wallet's player.
   */
  async ownerOr(tx: Transaction, wallet: Owned): Promise<string> {
    const [row] = await tx
      .insert(signInWallets)
      .values(wallet)
      .onConflictDoUpdate({
        target: signInWallets.address,
        set: { address: wallet.address },
      })
      .returning({ userId: signInWallets.userId })
    return row?.userId ?? wallet.userId
  }

  async findOwner(
    tx: Transaction,
    address: Address,
  ): Promise<SignedIn | undefined> {
    const [row] = await tx
      .select({ id: users.id, signInVersion: users.signInVersion })
      .from(signInWallets)
      .innerJoin(users, eq(users.id, signInWallets.userId))
      .where(eq(signInWallets.address, address))
    return row
  }
}
