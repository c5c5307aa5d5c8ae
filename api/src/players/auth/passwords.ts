import { hash, verify } from '@node-rs/argon2'
import { BoundedQueue, KeyedQueue } from '../../platform/bounded-queue.ts'
import { NO_PASSWORD } from './no-password.ts'

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

/** One at a time: each takes a core for itself, and bets need the others. */
const QUEUE = { concurrency: 1, waitingMax: 200 }

/** All hashing of passwords that a process does, in one bounded queue. */
export class Passwords {
  readonly #hashing: PasswordHashing
  readonly #queue = new BoundedQueue(QUEUE)
  readonly #networks = new KeyedQueue()
  /** Compared when no password is stored, so that a wrong name takes as long. */
  readonly #nobodysHash: Promise<string>

  constructor(hashing = argon2id()) {
    this.#hashing = hashing
    this.#nobodysHash = this.#queue.run(() => hashing.hash('nobody'))
  }

  /**
   * Hashes one at a time per network, so that a flood from there is never more
   * than one in the queue of all.
   *
   * @throws unavailable
   */
  hash(password: string, network: string): Promise<string> {
    return this.#networks.run(network, () =>
      this.#queue.run(() => this.#hashing.hash(password.normalize())),
    )
  }

  /**
   * Compares where no password is stored, too, and then says no.
   *
   * @param stored undefined for an unknown name.
   * @throws unavailable
   */
  async matches(
    stored: string | undefined,
    password: string,
  ): Promise<boolean> {
    const hasPassword = stored !== undefined && stored !== NO_PASSWORD
    const expected = hasPassword ? stored : await this.#nobodysHash
    const isEqual = await this.#queue.run(async () => {
      for (const form of formsOf(password)) {
        if (await this.#hashing.verify(expected, form)) return true
      }
      return false
    })
    return isEqual && hasPassword
  }
}

/**
 * Keyboards differ in how they compose the same letters. Hashes are of the
 * composed form; older ones are of whatever was typed.
 */
function formsOf(password: string): Set<string> {
  return new Set([
    password.normalize('NFC'),
    password,
    password.normalize('NFD'),
  ])
}
