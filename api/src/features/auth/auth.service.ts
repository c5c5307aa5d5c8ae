import { DomainError } from '#core/errors.ts'
import { coins } from '#core/money/coins.ts'
import type {
  Credentials,
  PasswordChange,
  Registration,
  User,
} from '#core/schemas/user.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/database-failure.ts'
import { signedOut } from '../../platform/http/signed-out.ts'
import { newId } from '../../platform/ids.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { AuthStore, NewUser, UserRow } from './auth.store.ts'
import type { LoginLimits } from './login-limits.ts'
import { NO_PASSWORD } from './no-password.ts'
import type { Passwords } from './passwords.ts'
import { wrongCredentials, wrongPassword } from './wrong-credentials.ts'

type AuthDeps = {
  db: Database
  store: AuthStore
  limits: LoginLimits
  passwords: Passwords
  ledger: LedgerService
  fairness: FairnessService
  clock: Clock
}

export class AuthService {
  readonly #deps: AuthDeps

  constructor(deps: AuthDeps) {
    this.#deps = deps
  }

  /** Makes a player with seeds and starting coins. @throws username_taken, unavailable */
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
   * @param player the password as a hash, or as what no password hashes to.
   */
  async enroll(player: NewUser): Promise<void> {
    try {
      await this.#deps.db.transaction((tx) => this.enrollIn(tx, player))
    } catch (error) {
      if (violatedConstraint(error) !== 'users_username_key') throw error
      throw new DomainError('username_taken', 'That username is taken.')
    }
  }

  /** As {@link enroll}, together with what else the transaction does. */
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
  ): Promise<User> {
    const { store, limits, passwords } = this.#deps
    const claim = { name: await store.comparedName(username), network }
    const row = await limits.tryPassword(claim, async () => {
      const found = await store.findByName(username)
      const isRight = await passwords.matches(found?.password, password)
      if (!found || !isRight) throw wrongCredentials()
      return found
    })
    await limits.welcome(claim)
    requireUnfrozen(row)
    return asUser(row)
  }

  /**
   * Gives a first password to a player who has none.
   *
   * @throws password_set, unavailable
   */
  async setFirstPassword(
    id: string,
    password: string,
    network: string,
  ): Promise<User> {
    const { store, passwords } = this.#deps
    const { wallet } = await this.currentUser(id)
    // Asked first, since a hash costs much and is for who needs one.
    if (!wallet?.isOnlyWayIn) throw PASSWORD_SET
    const hashed = await passwords.hash(password, network)
    if (!(await store.setFirstPassword(id, hashed))) throw PASSWORD_SET
    return this.currentUser(id)
  }

  /**
   * Changes a password for who knows it.
   *
   * @throws wrong_credentials, too_many_requests, unavailable
   */
  async changePassword(
    id: string,
    { currentPassword, password }: PasswordChange,
    network: string,
  ): Promise<User> {
    const { store, passwords } = this.#deps
    const from = await this.#confirmed(id, currentPassword, network)
    const to = await passwords.hash(password, network)
    const isChanged = await store.changePassword(id, { from, to })
    if (!isChanged) throw wrongPassword()
    return this.currentUser(id)
  }

  /**
   * Closes an account for who knows its password.
   *
   * @throws wrong_credentials, too_many_requests, unavailable
   */
  async close(id: string, password: string, network: string): Promise<void> {
    await this.#confirmed(id, password, network)
    await this.#deps.db.transaction((tx) => this.closeIn(tx, id))
  }

  /**
   * Makes an account anonymous, within the transaction that proved the player's
   * wish. Coins, rounds and bets stay what they are; nobody gets in any more.
   */
  async closeIn(tx: Transaction, id: string): Promise<void> {
    const { store, clock } = this.#deps
    // Not the player's id, which is public: somebody could take that name first.
    const username = `Closed ${newId()}`
    await store.close(tx, id, { username, at: clock() })
  }

  /** @throws signed_out when the player is gone, account_frozen */
  async currentUser(id: string): Promise<User> {
    return asUser(await this.#found(id))
  }

  /** What is stored of who a player is, but not what their password hashes to. */
  async storedUser(id: string) {
    const { password, ...stored } = await this.#found(id)
    return { ...stored, hasPassword: password !== NO_PASSWORD }
  }

  /** The stored password of a player who knows it. */
  async #confirmed(
    id: string,
    password: string,
    network: string,
  ): Promise<string> {
    const { store, limits, passwords } = this.#deps
    const row = await this.#found(id)
    const name = await store.comparedName(row.username)
    await limits.tryPassword({ name, network }, async () => {
      if (!(await passwords.matches(row.password, password))) {
        throw wrongPassword()
      }
    })
    return row.password
  }

  async #found(id: string): Promise<UserRow> {
    const row = await this.#deps.store.findUser(id)
    if (!row || row.closedAt) throw signedOut()
    requireUnfrozen(row)
    return row
  }
}

const PASSWORD_SET = new DomainError(
  'password_set',
  'Your account has a password already.',
)

/** @throws account_frozen */
function requireUnfrozen({ frozenReason: reason }: UserRow): void {
  if (reason === null) return
  const message = `Your account is frozen: ${reason}`
  throw new DomainError('account_frozen', message, { reason })
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
