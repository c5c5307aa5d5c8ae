import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Credentials, Registration, User } from '#core/api/account.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/database-failure.ts'
import { newId } from '../../platform/ids.ts'
import type { SignedIn } from '../sessions/sessions.service.ts'
import { hasName, normalizedName, signInWallets, users } from './auth.table.ts'
import type { LoginLimits } from './login-limits.ts'
import { NO_PASSWORD, type Passwords } from './passwords.ts'

export type NewSeeds = {
  enroll(tx: Transaction, userId: string): Promise<void>
}

type UserRow = typeof users.$inferSelect & {
  /** Wallet that signs in to the account. */
  signInWallet: string | null
}
type NewUser = Pick<UserRow, 'id' | 'username' | 'password'>

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService({
  db,
  fairness,
  ledger,
  limits,
  passwords,
}: {
  db: Database
  fairness: NewSeeds
  ledger: LedgerService
  limits: LoginLimits
  passwords: Passwords
}) {
  async function find(isWanted: SQL): Promise<UserRow | undefined> {
    const signInWallet = signInWallets.address
    const [row] = await db
      .select({ ...getTableColumns(users), signInWallet })
      .from(users)
      .leftJoin(signInWallets, eq(signInWallets.userId, users.id))
      .where(isWanted)
    return row
  }

  async function getUser(id: string): Promise<UserRow> {
    const row = await find(eq(users.id, id))
    if (!row || row.closedAt) throw new Refusal('signed_out')
    requireUnfrozen(row)
    return row
  }

  /** Names the account for login limits, as PostgreSQL compares usernames. */
  async function createClaim(username: string, network: string) {
    const { rows } = await db.execute<{ name: string }>(
      sql`SELECT ${normalizedName(sql`${username}::text`)} AS name`,
    )
    return { name: rows[0]?.name ?? username, network }
  }

  /** @throws signed_out for a closed account, account_frozen */
  async function currentUser(id: string): Promise<User> {
    return asUser(await getUser(id))
  }

  /** Stores a player with seeds and starting coins. @throws `taken` */
  async function createUser(
    tx: Transaction,
    player: NewUser,
    taken: 'username_taken' | 'wallet_name_taken' = 'username_taken',
  ): Promise<void> {
    try {
      await tx.insert(users).values({ ...player, balance: 0 })
    } catch (error) {
      if (violatedConstraint(error) !== 'users_username_key') throw error
      throw new Refusal(taken)
    }
    await fairness.enroll(tx, player.id)
    await ledger.welcome(tx, player.id)
  }

  const enroll = (player: NewUser) =>
    db.transaction((tx) => createUser(tx, player))

  return {
    currentUser,
    enroll,
    createUser,

    /** Registers a player with a password. @throws username_taken, unavailable */
    async register({ username, password }: Registration, network: string) {
      const id = newId()
      const hashed = await passwords.hash(password, network)
      await enroll({ id, username, password: hashed })
      await limits.addKnownNetwork(await createClaim(username, network))
      return currentUser(id)
    },

    /** @throws wrong_credentials, account_frozen, too_many_requests, unavailable */
    async login(
      { username, password }: Credentials,
      network: string,
    ): Promise<SignedIn> {
      const claim = await createClaim(username, network)
      const row = await limits.tryPassword(claim, async () => {
        const known = await find(hasName(username))
        const isRight = await passwords.matches(known?.password, password)
        if (!known || !isRight) throw new Refusal('wrong_credentials')
        return known
      })
      await limits.addKnownNetwork(claim)
      requireUnfrozen(row)
      return row
    },

    /** Returns a player's stored data, without the password hash. */
    async storedUser(id: string) {
      const { password, ...stored } = await getUser(id)
      return { ...stored, hasPassword: password !== NO_PASSWORD }
    },

    /**
     * Checks a player's password. @returns the sign-in version it is valid for
     */
    async confirmPassword(id: string, password: string, network: string) {
      const row = await getUser(id)
      const claim = await createClaim(row.username, network)
      await limits.tryPassword(claim, async () => {
        const isRight = await passwords.matches(row.password, password)
        if (!isRight) throw new Refusal('wrong_password')
      })
      return row.signInVersion
    },
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
