import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import type { User } from '#core/api/account.ts'
import type {
  FirstPassword,
  OwnerProof,
  PasswordChange,
  SecurityNotice,
  WalletLink,
} from '#core/api/sign-in-methods.ts'
import type { SiwePurpose } from '#core/api/siwe.ts'
import { Refusal } from '#core/refusals.ts'
import { onlyRow, type Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  deleteSessions,
  type SessionsService,
  type SignedIn,
} from '../sessions/sessions.service.ts'
import type { AuthService } from './auth.service.ts'
import { securityNotices, signInWallets, users } from './auth.table.ts'
import { NO_PASSWORD, type Passwords } from './passwords.ts'
import {
  type SiweCaller,
  type SiweService,
  walletOwner,
} from './siwe.service.ts'

const NOTICES_SHOWN = 20

type UserRow = typeof users.$inferSelect
type Account = Pick<UserRow, 'password' | 'signInVersion'>
type Ended = { player: SignedIn; sessionIds: readonly string[] }

/**
 * Creates the service that changes sign-in methods and closes accounts. Each needs
 * fresh proof from the owner, since a session may be stolen.
 */
export function createSignInMethods(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  {
    auth,
    passwords,
    sessions,
    siwe,
  }: {
    auth: AuthService
    passwords: Passwords
    sessions: Pick<SessionsService, 'forget'>
    siwe: Pick<SiweService, 'withProof'>
  },
) {
  /** Runs an action in the transaction that verifies the owner's proof. */
  async function withProof<T>(
    id: string,
    {
      caller,
      proof,
      purpose,
    }: { purpose: SiwePurpose; proof: OwnerProof; caller: SiweCaller },
    act: (tx: Transaction, account: Account) => Promise<T>,
  ): Promise<T> {
    if ('password' in proof) {
      const { network } = caller
      const version = await auth.confirmPassword(id, proof.password, network)
      return db.transaction(async (tx) => act(tx, await lock(tx, id, version)))
    }
    return siwe.withProof(proof, purpose, caller, async (tx, address) => {
      const account = await lock(tx, id)
      const owner = await walletOwner(tx, address)
      if (owner?.id !== id) throw new Refusal('wallet_not_linked')
      return act(tx, account)
    })
  }

  /**
   * Locks the account against concurrent sign-ins. @throws wrong_credentials if
   * the password has changed since the version; signed_out
   */
  async function lock(tx: Transaction, id: string, version?: number) {
    const { closedAt, frozenAt, password, signInVersion } = users
    const [account] = await tx
      .select({ password, signInVersion })
      .from(users)
      .where(and(eq(users.id, id), isNull(closedAt), isNull(frozenAt)))
      .for('no key update')
    if (!account) throw new Refusal('signed_out')
    const isCurrent = version === undefined || version === account.signInVersion
    if (!isCurrent) throw new Refusal('wrong_password')
    return account
  }

  async function note(
    tx: Transaction,
    userId: string,
    notice: { kind: SecurityNotice['kind']; wallet?: Address },
  ): Promise<void> {
    const createdAt = clock()
    await tx
      .insert(securityNotices)
      .values({ id: newId(), userId, ...notice, createdAt })
  }

  const change = (tx: Transaction, id: string, to: Partial<UserRow>) =>
    tx.update(users).set(to).where(eq(users.id, id))

  /** @returns the address of the wallet, if one was linked. */
  async function unlink(tx: Transaction, id: string) {
    const [row] = await tx
      .delete(signInWallets)
      .where(eq(signInWallets.userId, id))
      .returning({ address: signInWallets.address })
    return row?.address
  }

  /** Ends all sessions and, by the new version, all pending sign-ins. */
  async function endSessions(tx: Transaction, id: string): Promise<Ended> {
    const rows = await tx
      .update(users)
      .set({ signInVersion: sql`${users.signInVersion} + 1` })
      .where(eq(users.id, id))
      .returning({ id: users.id, signInVersion: users.signInVersion })
    return { player: onlyRow(rows), sessionIds: await deleteSessions(tx, id) }
  }

  /** Drops the sessions in every process, after the commit. */
  function forget({ player, sessionIds }: Ended): SignedIn {
    for (const id of sessionIds) sessions.forget(id)
    return player
  }

  return {
    /** Changes the password and ends all sessions. @returns the player */
    async changePassword(
      id: string,
      { currentPassword, password }: PasswordChange,
      { network }: SiweCaller,
    ): Promise<SignedIn> {
      const version = await auth.confirmPassword(id, currentPassword, network)
      const hashed = await passwords.hash(password, network)
      const ended = await db.transaction(async (tx) => {
        await lock(tx, id, version)
        await change(tx, id, { password: hashed })
        await note(tx, id, { kind: 'password_changed' })
        return endSessions(tx, id)
      })
      return forget(ended)
    },

    /** Sets a first password, by a signature of the linked wallet. */
    async setFirstPassword(
      id: string,
      { password, ...proof }: FirstPassword,
      caller: SiweCaller,
    ): Promise<User> {
      const { wallet } = await auth.currentUser(id)
      // Checked before the password is hashed, because hashing is expensive.
      if (!wallet?.isOnlyWayIn) throw new Refusal('password_set')
      const hashed = await passwords.hash(password, caller.network)
      const claim = { purpose: 'set-password', proof, caller } as const
      await withProof(id, claim, async (tx, { password: stored }) => {
        if (stored !== NO_PASSWORD) throw new Refusal('password_set')
        await change(tx, id, { password: hashed })
        await note(tx, id, { kind: 'password_set' })
      })
      return auth.currentUser(id)
    },

    /** Links a wallet. @throws wrong_credentials, wallet_taken, wallet_linked */
    async linkWallet(
      id: string,
      { password, ...signature }: WalletLink,
      caller: SiweCaller,
    ): Promise<User> {
      const version = await auth.confirmPassword(id, password, caller.network)
      await siwe.withProof(signature, 'link', caller, async (tx, address) => {
        await lock(tx, id, version)
        const { rowCount } = await tx
          .insert(signInWallets)
          .values({ address, userId: id })
          .onConflictDoNothing()
        if (rowCount) {
          await note(tx, id, { kind: 'wallet_linked', wallet: address })
          return
        }
        const owner = await walletOwner(tx, address)
        if (owner?.id !== id)
          throw new Refusal(owner ? 'wallet_taken' : 'wallet_linked')
      })
      return auth.currentUser(id)
    },

    /**
     * Unlinks the wallet and ends all sessions. @returns undefined without one
     */
    async unlinkWallet(id: string, proof: OwnerProof, caller: SiweCaller) {
      const claim = { purpose: 'unlink', proof, caller } as const
      const ended = await withProof(id, claim, async (tx, { password }) => {
        if (password === NO_PASSWORD) throw new Refusal('last_way_in')
        const wallet = await unlink(tx, id)
        if (!wallet) return undefined
        await note(tx, id, { kind: 'wallet_unlinked', wallet })
        return endSessions(tx, id)
      })
      return ended && forget(ended)
    },

    /** Anonymizes an account. Keeps coins, rounds and bets. */
    async close(id: string, proof: OwnerProof, caller: SiweCaller) {
      const claim = { purpose: 'close', proof, caller } as const
      const ended = await withProof(id, claim, async (tx) => {
        await change(tx, id, {
          // The player's own id is public, so others could register that name.
          username: `Closed ${newId()}`,
          password: NO_PASSWORD,
          role: 'player',
          closedAt: clock(),
        })
        await unlink(tx, id)
        await tx.delete(securityNotices).where(eq(securityNotices.userId, id))
        return endSessions(tx, id)
      })
      forget(ended)
    },

    async notices(userId: string): Promise<SecurityNotice[]> {
      const rows = await db
        .select()
        .from(securityNotices)
        .where(eq(securityNotices.userId, userId))
        .orderBy(desc(securityNotices.id))
        .limit(NOTICES_SHOWN)
      return rows.map(({ id, kind, wallet, createdAt }) => ({
        id,
        kind,
        wallet,
        at: createdAt.toISOString(),
      }))
    },
  }
}
