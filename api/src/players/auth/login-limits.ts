import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type * as z from 'zod/mini'
import { Refusal, type RefusalCode } from '#core/refusals.ts'
import { createKeyedQueue } from '../../platform/bounded-queue.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'

const COUNTED_FOR_SECONDS = 60 * 60
const KNOWN_FOR_SECONDS = 90 * 24 * 60 * 60

/** Failures without a wait, and the longest wait after more. */
const RULES = {
  /** One account from one network. */
  pair: { free: 5, longestSeconds: 60 },
  /** All accounts from one network. */
  network: { free: 20, longestSeconds: 15 * 60 },
  /** One account from all networks that it never signed in from. */
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
 * Slows down guessing: beyond a number of failures, each doubles the wait.
 * Attempts run one at a time per network and per account from unknown networks,
 * or concurrent ones would all be checked first. Failures elsewhere never lock
 * a player out of a known network. Processes share counters but not queues, so
 * each may check one more.
 */
export function loginLimits(pool: pg.Pool) {
  /** Drops the names of statements, which a pooler's connections don't know. */
  const client = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      pool.query(text, values),
  }
  const limiter = (keyPrefix: string, duration: number) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: 'login_failures',
      tableCreated: true,
      points: 1,
      keyPrefix,
      duration,
    })
  const failures = limiter('failures', COUNTED_FOR_SECONDS)
  const waits = limiter('waits', RULES.network.longestSeconds)
  const knownNetworks = limiter('homes', KNOWN_FOR_SECONDS)
  const queue = createKeyedQueue()

  async function readSubjects(claim: Claim): Promise<Subject[]> {
    const isKnown = await knownNetworks.get(toKey('pair', claim))
    // One order for all attempts, to avoid deadlocks.
    const kinds: Subject['kind'][] = ['network', 'pair']
    if (!isKnown) kinds.push('account')
    return kinds.map((kind) => ({ kind, key: toKey(kind, claim) }))
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

  const inOrder = <T>(subjects: readonly Subject[], check: () => Promise<T>) =>
    queue.runWithAll(
      subjects.map(({ key }) => key),
      () => attempt(subjects, check),
    )

  return {
    /**
     * Counts wrong passwords; a success resets those of the account from here.
     */
    async tryPassword<T>(claim: Claim, check: () => Promise<T>): Promise<T> {
      const subjects = await readSubjects(claim)
      return inOrder(subjects, async () => {
        const player = await check()
        await failures.delete(toKey('pair', claim))
        return player
      })
    },

    /** Checks a wallet signature, which can't be guessed: counts by network only. */
    tryProof<T>(network: string, check: () => Promise<T>): Promise<T> {
      return inOrder([{ kind: 'network', key: networkKey(network) }], check)
    },

    /** Exempts this network from failures on the account elsewhere. */
    async addKnownNetwork(claim: Claim): Promise<void> {
      await knownNetworks.set(toKey('pair', claim), 1, KNOWN_FOR_SECONDS)
    },
  }
}

/** True for a wrong guess, and false for other refusals and errors. */
function isFailure(error: unknown): boolean {
  return error instanceof Refusal && FAILURES.has(error.code)
}

function refuseDuring(wait: RateLimiterRes | null): void {
  if (!wait || wait.msBeforeNext <= 0) return
  const retryAfter = Math.ceil(wait.msBeforeNext / 1_000)
  throw new Refusal('too_many_tries', { retryAfter })
}

/** Hashes names, which can be longer than a key. */
function toKey(kind: Subject['kind'], { name, network }: Claim): string {
  if (kind === 'network') return networkKey(network)
  const account = hash('sha256', name)
  return kind === 'account'
    ? `account:${account}`
    : `pair:${account}:${network}`
}

function networkKey(network: string): string {
  return `network:${network}`
}

/** Far more than people mistype; pages of ours send none. */
const MALFORMED = {
  requests: 'malformed requests',
  max: 300,
  windowMs: 10 * 60_000,
  per: 'network',
} as const

/** Limits requests whose body does not fit; those that fit always pass. */
export function limitMalformed(schema: z.ZodMiniType): RequestHandler {
  return limitRequests(MALFORMED, ({ body }) => schema.safeParse(body).success)
}
