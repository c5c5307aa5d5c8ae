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

  /** Keeps a nonce, and drops those whose time is over. */
  async addNonce(
    nonce: typeof siweNonces.$inferInsert,
    now: Date,
  ): Promise<void> {
    await this.#db.delete(siweNonces).where(lte(siweNonces.expiresAt, now))
    await this.#db.insert(siweNonces).values(nonce)
  }

  /**
   * Takes a nonce away. Of several at once only one gets it.
   *
   * @returns whether it was the holder's and its time not over.
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
   * Gives the wallet to an account that is about to be made, unless it has one.
   *
   * @returns whose it is. Who asks meanwhile waits, and gets the same answer.
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
