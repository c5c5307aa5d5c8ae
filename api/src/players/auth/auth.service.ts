import type { Credentials, Registration, User } from '#core/api/account.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/database-failure.ts'
import { newId } from '../../platform/ids.ts'
import type { SignedIn } from '../sessions/sessions.service.ts'
import type { AuthStore, NewUser, UserRow } from './auth.store.ts'
import type { LoginLimits } from './login-limits.ts'
import { NO_PASSWORD, type Passwords } from './passwords.ts'

/** Creates the seeds of a new player. */
export type NewSeeds = {
  enroll(tx: Transaction, userId: string): Promise<void>
}

type AuthDeps = {
  db: Database
  store: AuthStore
  limits: LoginLimits
  passwords: Passwords
  ledger: LedgerService
  fairness: NewSeeds
}

export class AuthService {
  readonly #deps: AuthDeps

  constructor(deps: AuthDeps) {
    this.#deps = deps
  }

  /** Registers a player with a password. @throws username_taken, unavailable */
  async register(
    { username, password }: Registration,
    network: string,
  ): Promise<User> {
    const { store, limits, passwords } = this.#deps
    const id = newId()
    const hashed = await passwords.hash(password, network)
    await this.enroll({ id, username, password: hashed })
    const name = await store.comparedName(username)
    await limits.welcome({ name, network })
    return this.currentUser(id)
  }

  /**
   * Stores a player with seeds and starting coins. @throws username_taken
   *
   * @param player with a hashed password or `NO_PASSWORD`.
   */
  async enroll(player: NewUser): Promise<void> {
    try {
      await this.#deps.db.transaction((tx) => this.enrollIn(tx, player))
    } catch (error) {
      if (violatedConstraint(error) !== 'users_username_key') throw error
      throw new Refusal('username_taken')
    }
  }

  /** Does the same within a transaction. */
  async enrollIn(tx: Transaction, player: NewUser): Promise<void> {
    const { store, fairness, ledger } = this.#deps
    await store.addUser(tx, player)
    await fairness.enroll(tx, player.id)
    await ledger.welcome(tx, player.id)
  }

  /** @throws wrong_credentials, account_frozen, too_many_requests, unavailable */
  async login(
    { username, password }: Credentials,
    network: string,
  ): Promise<SignedIn> {
    const { store, limits, passwords } = this.#deps
    const claim = { name: await store.comparedName(username), network }
    const row = await limits.tryPassword(claim, async () => {
      const found = await store.findByName(username)
      const isRight = await passwords.matches(found?.password, password)
      if (!found || !isRight) throw new Refusal('wrong_credentials')
      return found
    })
    await limits.welcome(claim)
    requireUnfrozen(row)
    return row
  }

  /** @throws signed_out for a closed account, account_frozen */
  async currentUser(id: string): Promise<User> {
    return asUser(await this.#found(id))
  }

  /** Returns a player's stored data, without the password hash. */
  async storedUser(id: string) {
    const { password, ...stored } = await this.#found(id)
    return { ...stored, hasPassword: password !== NO_PASSWORD }
  }

  /**
   * Checks the password of a signed-in player.
   *
   * @returns the sign-in version that the password was checked against.
   * @throws wrong_credentials, too_many_requests, unavailable
   */
  async confirmPassword(
    id: string,
    password: string,
    network: string,
  ): Promise<number> {
    const { store, limits, passwords } = this.#deps
    const row = await this.#found(id)
    const name = await store.comparedName(row.username)
    await limits.tryPassword({ name, network }, async () => {
      const isRight = await passwords.matches(row.password, password)
      if (!isRight) throw new Refusal('wrong_password')
    })
    return row.signInVersion
  }

  async #found(id: string): Promise<UserRow> {
    const row = await this.#deps.store.findUser(id)
    if (!row || row.closedAt) throw new Refusal('signed_out')
    requireUnfrozen(row)
    return row
  }
}

/** @throws account_frozen */
function requireUnfrozen({ frozenReason: reason }: UserRow): void {
  if (reason !== null) throw new Refusal('account_frozen', { reason })
}

function asUser(row: UserRow): User {
  const { id, username, createdAt, role, balance, signInWallet } = row
  const isOnlyWayIn = row.password === NO_PASSWORD
  return {
    id,
    username,
    createdAt: createdAt.toISOString(),
    role,
    balance: coins(balance),
    ...(signInWallet && { wallet: { address: signInWallet, isOnlyWayIn } }),
  }
}
