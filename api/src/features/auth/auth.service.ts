import { hash, verify } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import { DomainError } from '#core/errors.ts'
import { coins } from '#core/money/coins.ts'
import type { Credentials, Registration, User } from '#core/schemas/user.ts'
import { violatedConstraint } from '../../platform/db/constraint.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { AuthStore, UserRow } from './auth.store.ts'
import {
  accountSubject,
  addressSubject,
  type LoginLimits,
} from './login-limits.ts'

/** OWASP's advice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type AuthService = ReturnType<typeof authService>

export function authService(deps: {
  db: Database
  store: AuthStore
  limits: LoginLimits
  ledger: LedgerService
  fairness: FairnessService
}) {
  const { db, store, limits, ledger, fairness } = deps
  /** Checked for names that do not exist, so that they take as long. */
  const nobodysHash = hash('nobody', ARGON2)

  return {
    /** Makes a player with seeds and starting coins. @throws username_taken */
    async register({ username, password }: Registration): Promise<User> {
      const id = uuidv7()
      const hashed = await hash(password, ARGON2)
      try {
        await db.transaction(async (tx) => {
          await store.addUser(tx, { id, username, password: hashed })
          await fairness.enroll(tx, id)
          await ledger.welcome(tx, id)
        })
      } catch (error) {
        if (violatedConstraint(error) !== 'users_username_key') throw error
        throw new DomainError('username_taken', 'That username is taken.')
      }
      return this.currentUser(id)
    },

    /** @throws wrong_credentials, too_many_requests */
    async login(
      { username, password }: Credentials,
      address: string,
    ): Promise<User> {
      const account = accountSubject(username)
      const subjects = [account, addressSubject(address)]
      await limits.assertFree(subjects)
      const row = await store.findByName(username)
      const matches = await verify(
        row?.password ?? (await nobodysHash),
        password,
      )
      if (!row || !matches) {
        await limits.countFailure(subjects)
        throw new DomainError(
          'wrong_credentials',
          'Username and password do not match.',
        )
      }
      await limits.forgive(account)
      return asUser(row)
    },

    /** @throws signed_out when the player is gone. */
    async currentUser(id: string): Promise<User> {
      const row = await store.findUser(id)
      if (!row) throw new DomainError('signed_out', 'Sign in to go on.')
      return asUser(row)
    },

    /** @throws not_found */
    async grantOperator(username: string): Promise<void> {
      const [granted] = await store.setRole(username, 'operator')
      if (!granted) {
        throw new DomainError('not_found', `There is no player ${username}.`)
      }
    },
  }
}

function asUser(row: UserRow): User {
  const { id, username, createdAt, role, walletAddress, balance } = row
  return {
    id,
    username,
    createdAt: createdAt.toISOString(),
    role,
    ...(walletAddress && { wallet: { address: walletAddress } }),
    balance: coins(balance),
  }
}
