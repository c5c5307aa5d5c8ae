import { hash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
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
    /**
     * Counts a try as a failure before it is checked: guesses sent at once
     * would all be free otherwise. @throws too_many_requests
     */
    async countTry(subjects: readonly Subject[]): Promise<void> {
      for (const { key } of subjects) refuseDuring(await waits.get(key))
      for (const { kind, key } of subjects) {
        const { free, longestSeconds } = RULES[kind]
        const { consumedPoints } = await failures.penalty(key)
        const excess = consumedPoints - free
        if (excess <= 0) continue
        const customDuration = Math.min(2 ** excess, longestSeconds)
        await waits.consume(key, 1, { customDuration }).catch(refuseDuring)
      }
    },

    /** The try was right: the account starts anew, the address is one down. */
    async forgive(subjects: readonly Subject[]): Promise<void> {
      for (const { kind, key } of subjects) {
        await waits.delete(key)
        if (kind === 'account') await failures.delete(key)
        else await failures.reward(key)
      }
    },
  }
}

function refuseDuring(wait: RateLimiterRes | Error | null): void {
  if (wait instanceof Error) throw wait
  if (!wait || wait.msBeforeNext <= 0) return
  const retryAfter = Math.ceil(wait.msBeforeNext / 1_000)
  throw new DomainError(
    'too_many_requests',
    `Too many failed tries. Wait ${retryAfter} seconds.`,
    { retryAfter },
  )
}

/** The account as its name was typed, known or not; hashed to fit any name. */
export function accountSubject(username: string): Subject {
  const name = username.normalize('NFKC').toLowerCase()
  return { kind: 'account', key: `account:${hash('sha256', name)}` }
}

export function addressSubject(address: string): Subject {
  return { kind: 'address', key: `address:${address}` }
}
