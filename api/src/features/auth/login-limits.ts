import { hash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '#core/errors.ts'

const COUNTED_FOR_SECONDS = 60 * 60
const KNOWN_FOR_SECONDS = 90 * 24 * 60 * 60

/** Failures that cost nothing, and the longest wait after more of them. */
const RULES = {
  /** One account tried from one network. */
  pair: { free: 5, longestSeconds: 60 },
  /** All accounts tried from one network. */
  network: { free: 20, longestSeconds: 15 * 60 },
  /** One account tried from all networks that it never was at home in. */
  account: { free: 50, longestSeconds: 60 },
}

type Subject = { kind: keyof typeof RULES; key: string }

/** Which account somebody claims, as its name is compared, and from where. */
export type Claim = { name: string; network: string }

export type LoginLimits = ReturnType<typeof loginLimits>

/**
 * Slows down guessing: from a number of failures on, each doubles the wait.
 * Strangers' failures never keep out who comes from a network that signed in
 * before. Counters are shared by all processes.
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
    duration: RULES.network.longestSeconds,
  })
  const homes = new RateLimiterPostgres({
    ...table,
    keyPrefix: 'homes',
    duration: KNOWN_FOR_SECONDS,
  })

  async function subjectsOf(claim: Claim): Promise<Subject[]> {
    const isAtHome = await homes.get(keyOf('pair', claim))
    const kinds: Subject['kind'][] = ['pair', 'network']
    if (!isAtHome) kinds.push('account')
    return kinds.map((kind) => ({ kind, key: keyOf(kind, claim) }))
  }

  async function count(
    subjects: readonly Subject[],
  ): Promise<() => Promise<void>> {
    for (const { key } of subjects) refuseDuring(await waits.get(key))
    for (const { kind, key } of subjects) {
      const { free, longestSeconds } = RULES[kind]
      const { consumedPoints } = await failures.penalty(key)
      const excess = consumedPoints - free
      if (excess <= 0) continue
      const customDuration = Math.min(2 ** excess, longestSeconds)
      await waits.consume(key, 1, { customDuration }).catch(refuseDuring)
    }
    return async () => {
      for (const { kind, key } of subjects) {
        await waits.delete(key)
        if (kind === 'pair') await failures.delete(key)
        else await failures.reward(key)
      }
    }
  }

  return {
    /**
     * Counts a try as a failure before it is checked: guesses sent at once
     * would all be free otherwise. @throws too_many_requests
     *
     * @returns what to call when the try was right.
     */
    async countTry(claim: Claim): Promise<() => Promise<void>> {
      return count(await subjectsOf(claim))
    },

    /** Counts a try that proves an account without any secret to guess. */
    countProof(network: string): Promise<() => Promise<void>> {
      return count([{ kind: 'network', key: networkKey(network) }])
    },

    /** The account's player was here: others' failures do not bind this network. */
    async welcome(claim: Claim): Promise<void> {
      await homes.set(keyOf('pair', claim), 1, KNOWN_FOR_SECONDS)
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

/** Names are hashed, so that any fits. */
function keyOf(kind: Subject['kind'], { name, network }: Claim): string {
  if (kind === 'network') return networkKey(network)
  const account = hash('sha256', name)
  return kind === 'account'
    ? `account:${account}`
    : `pair:${account}:${network}`
}

function networkKey(network: string): string {
  return `network:${network}`
}
