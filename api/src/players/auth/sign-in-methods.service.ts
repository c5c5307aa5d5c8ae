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
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { SessionsService, SignedIn } from '../sessions/sessions.service.ts'
import type { AuthService } from './auth.service.ts'
import { NO_PASSWORD, type Passwords } from './passwords.ts'
import type { SignInMethodsStore } from './sign-in-methods.store.ts'
import type { SiweCaller, SiweService } from './siwe.service.ts'
import type { SiweStore } from './siwe.store.ts'

const NOTICES_SHOWN = 20

type Deps = {
  db: Database
  store: SignInMethodsStore
  wallets: Pick<SiweStore, 'findOwner'>
  auth: AuthService
  siwe: Pick<SiweService, 'proven'>
  passwords: Passwords
  sessions: Pick<SessionsService, 'deleteIn' | 'forget'>
  clock: Clock
}

export type SignInMethodsService = ReturnType<typeof openSignInMethods>

/**
 * Opens changes of sign-in methods and the closing of accounts. Each call needs
 * fresh proof from the owner, since a session may be stolen. Replacing or removing
 * a method ends all sessions and pending sign-ins.
 */
export function openSignInMethods({
  auth,
  clock,
  db,
  passwords,
  sessions,
  siwe,
  store,
  wallets,
}: Deps) {
  /** Runs an action in the transaction that verifies the owner's proof. */
  async function proven<T>(
    id: string,
    { caller, proof, purpose }: Asked,
    act: (tx: Transaction, account: Account) => Promise<T>,
  ): Promise<T> {
    if ('password' in proof) {
      const { network } = caller
      const version = await auth.confirmPassword(id, proof.password, network)
      return atVersion({ id, version }, act)
    }
    return siwe.proven(proof, purpose, caller, async (tx, address) => {
      const account = await lock(tx, { id })
      const owner = await wallets.findOwner(tx, address)
      if (owner?.id !== id) throw new Refusal('wallet_not_linked')
      return act(tx, account)
    })
  }

  function atVersion<T>(
    player: { id: string; version: number },
    act: (tx: Transaction, account: Account) => Promise<T>,
  ): Promise<T> {
    return db.transaction(async (tx) => act(tx, await lock(tx, player)))
  }

  /**
   * Locks the account.
   *
   * @throws wrong_credentials if the password has changed since it was checked.
   */
  async function lock(
    tx: Transaction,
    { id, version }: { id: string; version?: number },
  ): Promise<Account> {
    const account = await store.lock(tx, id)
    if (!account) throw new Refusal('signed_out')
    const isCurrent = version === undefined || version === account.signInVersion
    if (!isCurrent) throw new Refusal('wrong_password')
    return account
  }

  function note(
    tx: Transaction,
    userId: string,
    { kind, wallet = null }: { kind: NoticeKind; wallet?: Address | null },
  ): Promise<void> {
    const createdAt = clock()
    const notice = { id: newId(), userId, kind, wallet, createdAt }
    return store.addNotice(tx, notice)
  }

  async function endSessions(tx: Transaction, id: string): Promise<Ended> {
    const signInVersion = await store.raiseVersion(tx, id)
    const sessionIds = await sessions.deleteIn(tx, id)
    return { player: { id, signInVersion }, sessionIds }
  }

  /** Drops the sessions in every process, after the commit. */
  function forget({ player, sessionIds }: Ended): SignedIn {
    for (const id of sessionIds) sessions.forget(id)
    return player
  }

  return {
    /**
     * Changes the password and ends all sessions.
     *
     * @returns the player, for a new session.
     * @throws wrong_credentials, too_many_requests, unavailable
     */
    async changePassword(
      id: string,
      { currentPassword, password }: PasswordChange,
      { network }: SiweCaller,
    ): Promise<SignedIn> {
      const version = await auth.confirmPassword(id, currentPassword, network)
      const hashed = await passwords.hash(password, network)
      const ended = await atVersion({ id, version }, async (tx) => {
        await store.setPassword(tx, id, hashed)
        await note(tx, id, { kind: 'password_changed' })
        return endSessions(tx, id)
      })
      return forget(ended)
    },

    /**
     * Sets a first password for a player whose linked wallet signed the request.
     *
     * @throws password_set, wallet_taken, unavailable
     */
    async setFirstPassword(
      id: string,
      { password, ...signature }: FirstPassword,
      caller: SiweCaller,
    ): Promise<User> {
      const { wallet } = await auth.currentUser(id)
      // Checked before the password is hashed, because hashing is expensive.
      if (!wallet?.isOnlyWayIn) throw new Refusal('password_set')
      const hashed = await passwords.hash(password, caller.network)
      const proof = {
        purpose: 'set-password',
        proof: signature,
        caller,
      } as const
      await proven(id, proof, async (tx, { password: stored }) => {
        if (stored !== NO_PASSWORD) throw new Refusal('password_set')
        await store.setPassword(tx, id, hashed)
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
      await siwe.proven(signature, 'link', caller, async (tx, address) => {
        await lock(tx, { id, version })
        if (await store.link(tx, { address, userId: id })) {
          await note(tx, id, { kind: 'wallet_linked', wallet: address })
          return
        }
        const owner = await wallets.findOwner(tx, address)
        if (owner?.id !== id)
          throw new Refusal(owner ? 'wallet_taken' : 'wallet_linked')
      })
      return auth.currentUser(id)
    },

    /**
     * Unlinks the wallet and ends all sessions.
     *
     * @returns the player, for a new session; undefined when no wallet was
     * linked.
     * @throws last_way_in when the account has no password.
     */
    async unlinkWallet(
      id: string,
      proof: OwnerProof,
      caller: SiweCaller,
    ): Promise<SignedIn | undefined> {
      const asked = { purpose: 'unlink', proof, caller } as const
      const ended = await proven(id, asked, async (tx, { password }) => {
        if (password === NO_PASSWORD) throw new Refusal('last_way_in')
        const wallet = await store.unlink(tx, id)
        if (!wallet) return undefined
        await note(tx, id, { kind: 'wallet_unlinked', wallet })
        return endSessions(tx, id)
      })
      return ended && forget(ended)
    },

    /**
     * Anonymizes an account and removes its sign-in methods. Keeps coins, rounds
     * and bets.
     */
    async close(
      id: string,
      proof: OwnerProof,
      caller: SiweCaller,
    ): Promise<void> {
      // Uses a new id: the player's own is public, so others could register the
      // name first.
      const username = `Closed ${newId()}`
      const asked = { purpose: 'close', proof, caller } as const
      const ended = await proven(id, asked, async (tx) => {
        await store.close(tx, id, { username, at: clock() })
        return endSessions(tx, id)
      })
      forget(ended)
    },

    /** Lists the owner's latest notices, newest first. */
    async notices(userId: string): Promise<SecurityNotice[]> {
      const rows = await store.noticesOf(userId, NOTICES_SHOWN)
      return rows.map(({ id, kind, wallet, createdAt }) => ({
        id,
        kind,
        wallet,
        at: createdAt.toISOString(),
      }))
    },
  }
}

type Asked = { purpose: SiwePurpose; proof: OwnerProof; caller: SiweCaller }
type Account = { password: string; signInVersion: number }
type Ended = { player: SignedIn; sessionIds: readonly string[] }
type NoticeKind = SecurityNotice['kind']
