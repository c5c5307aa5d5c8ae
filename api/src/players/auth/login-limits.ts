import { hash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal, type RefusalCode } from '#core/refusals.ts'
import { KeyedQueue } from '../../platform/bounded-queue.ts'

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

const FAILURES: ReadonlySet<RefusalCode> = new Set([
  'wrong_credentials',
  'siwe_expired',
  'siwe_malformed',
  'siwe_nonce_unknown',
  'siwe_not_yet_valid',
  'siwe_wrong_chain',
  'siwe_wrong_domain',
  'siwe_wrong_signature',
] as const)

type Subject = { kind: keyof typeof RULES; key: string }

/** The claimed account, under its comparable name, and the client's network. */
export type Claim = { name: string; network: string }

export type LoginLimits = ReturnType<typeof loginLimits>

/**
 * Slows down guessing: from a number of failures on, each doubles the wait.
 * Only what failed counts. Tries of a network take turns, and so do those of an
 * account from abroad: sent at once, they would all be checked before the first
 * one counts. Strangers' failures never keep out who comes from a network that
 * signed in before. Counters are shared by all processes and turns are not, so
 * each further process may check one guess more than is allowed.
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

  const queue = new KeyedQueue()

  async function subjectsOf(claim: Claim): Promise<Subject[]> {
    const isAtHome = await homes.get(keyOf('pair', claim))
    // All take turns in this order: two that wait for each other would wait for ever.
    const kinds: Subject['kind'][] = ['network', 'pair']
    if (!isAtHome) kinds.push('account')
    return kinds.map((kind) => ({ kind, key: keyOf(kind, claim) }))
  }

  async function attempt<T>(
    subjects: readonly Subject[],
    check: () => Promise<T>,
  ): Promise<T> {
    for (const { key } of subjects) refuseDuring(await waits.get(key))
    try {
      return await check()
    } catch (error) {
      if (isFailure(error)) await count(subjects)
      throw error
    }
  }

  async function count(subjects: readonly Subject[]): Promise<void> {
    for (const { kind, key } of subjects) {
      const { free, longestSeconds } = RULES[kind]
      const { consumedPoints } = await failures.penalty(key)
      const excess = consumedPoints - free
      if (excess <= 0) continue
      await waits.block(key, Math.min(2 ** excess, longestSeconds))
    }
  }

  const inTurn = <T>(subjects: readonly Subject[], check: () => Promise<T>) =>
    queue.runWithAll(
      subjects.map(({ key }) => key),
      () => attempt(subjects, check),
    )

  return {
    /**
     * Checks a password unless too many were wrong. What it throws for a wrong
     * one counts; a right one forgives the account's failures in this network.
     *
     * @throws too_many_requests, unavailable
     */
    async tryPassword<T>(claim: Claim, check: () => Promise<T>): Promise<T> {
      const subjects = await subjectsOf(claim)
      return inTurn(subjects, async () => {
        const player = await check()
        await failures.delete(keyOf('pair', claim))
        return player
      })
    },

    /** As {@link tryPassword}, for what proves an account without any secret to guess. */
    tryProof<T>(network: string, check: () => Promise<T>): Promise<T> {
      return inTurn([{ kind: 'network', key: networkKey(network) }], check)
    },

    /** The account's player was here: others' failures do not bind this network. */
    async welcome(claim: Claim): Promise<void> {
      await homes.set(keyOf('pair', claim), 1, KNOWN_FOR_SECONDS)
    },
  }
}

/** Not one that we could not check, nor a right one that led to nothing. */
function isFailure(error: unknown): boolean {
  return error instanceof Refusal && FAILURES.has(error.code)
}

function refuseDuring(wait: RateLimiterRes | null): void {
  if (!wait || wait.msBeforeNext <= 0) return
  const retryAfter = Math.ceil(wait.msBeforeNext / 1_000)
  throw new Refusal('too_many_tries', { retryAfter })
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
