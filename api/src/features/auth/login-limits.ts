import { hash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { DomainError } from '#core/errors.ts'

const COUNTED_FOR_SECONDS = 60 * 60

/** Failures that cost nothing, and the longest wait after more of them. */
const RULES = {
  account: { free: 5, longestSeconds: 60 },
  address: { free: 20, longestSeconds: 15 * 60 },
}

type Subject = { kind: keyof typeof RULES; key: string }

export type LoginLimits = ReturnType<typeof loginLimits>

/**
 * Slows down guessing: from a number of failures on, each doubles the wait,
 * for the account and for the address. Counters are shared by all processes.
 */
export function loginLimits(pool: pg.Pool) {
  const table = {
    storeClient: pool,
    tableName: 'login_failures',
    tableCreated: true,
    points: 1,
  }
  const failures = new RateLimiterPostgres({
    ...table,
    keyPrefix: 'failures',
    duration: COUNTED_FOR_SECONDS,
  })
  const waits = new RateLimiterPostgres({
    ...table,
    keyPrefix: 'waits',
    duration: RULES.address.longestSeconds,
  })

  return {
    /** @throws too_many_requests while one of them has to wait. */
    async assertFree(subjects: readonly Subject[]): Promise<void> {
      for (const { key } of subjects) {
        const wait = await waits.get(key)
        if (wait && wait.msBeforeNext > 0) {
          const retryAfter = Math.ceil(wait.msBeforeNext / 1_000)
          throw new DomainError(
            'too_many_requests',
            `Too many failed tries. Wait ${retryAfter} seconds.`,
            { retryAfter },
          )
        }
      }
    },

    async countFailure(subjects: readonly Subject[]): Promise<void> {
      for (const { kind, key } of subjects) {
        const { free, longestSeconds } = RULES[kind]
        const { consumedPoints } = await failures.penalty(key)
        const excess = consumedPoints - free
        if (excess > 0) {
          await waits.block(key, Math.min(2 ** excess, longestSeconds))
        }
      }
    },

    forgive: ({ key }: Subject) => failures.delete(key),
  }
}

/** The account as its name was typed, known or not; hashed to fit any name. */
export function accountSubject(username: string): Subject {
  const name = username.normalize('NFKC').toLowerCase()
  return { kind: 'account', key: `account:${hash('sha256', name)}` }
}

export function addressSubject(address: string): Subject {
  return { kind: 'address', key: `address:${address}` }
}
