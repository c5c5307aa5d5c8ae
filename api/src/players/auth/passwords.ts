import { hash, verify } from '@node-rs/argon2'
import {
  createBoundedQueue,
  createKeyedQueue,
} from '../../platform/bounded-queue.ts'

/** Stored instead of a hash in accounts that only a wallet signs in to. */
export const NO_PASSWORD = '!'

/** OWASP's advice for argon2id: 19 MiB, two passes, one lane. */
const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHashing = {
  hash(password: string): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
}

/** Hashes with argon2id; tests lower its cost. */
export function argon2id(cost = OWASP_COST): PasswordHashing {
  return {
    hash: (password) => hash(password, cost),
    verify: (hashed, password) => verify(hashed, password),
  }
}

/** One at a time: each uses a whole core, and bets need the others. */
const CONCURRENCY = 1
const WAITING_MAX = 200

export type Passwords = ReturnType<typeof createPasswords>

/** Hashes all passwords of a process in one bounded queue. */
export function createPasswords(hashing = argon2id()) {
  const enqueue = createBoundedQueue(CONCURRENCY, WAITING_MAX)
  const networks = createKeyedQueue()
  /** Compared when no password is stored, so that unknown names take as long. */
  const dummyHash = enqueue(() => hashing.hash('nobody'))

  return {
    /**
     * Hashes one at a time per network: a flood takes one place of the queue.
     */
    hash: (password: string, network: string): Promise<string> =>
      networks.run(network, () =>
        enqueue(() => hashing.hash(password.normalize())),
      ),

    async matches(stored: string | undefined, password: string) {
      const hasPassword = stored !== undefined && stored !== NO_PASSWORD
      const expected = hasPassword ? stored : await dummyHash
      const isEqual = await enqueue(async () => {
        for (const form of listForms(password)) {
          if (await hashing.verify(expected, form)) return true
        }
        return false
      })
      return isEqual && hasPassword
    },
  }
}

/**
 * Returns the Unicode forms to try, since keyboards compose letters differently
 * and older hashes are of the text as typed.
 */
function listForms(password: string): Set<string> {
  return new Set([
    password.normalize('NFC'),
    password,
    password.normalize('NFD'),
  ])
}
