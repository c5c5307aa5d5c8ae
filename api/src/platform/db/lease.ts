import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Job } from '../jobs.ts'
import type { Logger } from '../logger.ts'
import type { Database, Transaction } from './database.ts'

const LIFE_SECONDS = 4
const RENEW_EVERY_MS = 1_000
/** A term that ends unrenewed is followed by the next one within 5 s of its last renewal. */
const RETRY_MS = 500
const SHORT_GUARD_SECONDS = 10

/** Keeps a process that was frozen or cut off from writing outdated decisions. */
export type Guard = {
  /** Call it first in every transaction. @throws TermOver */
  guard(tx: Transaction): Promise<void>
}

/**
 * One process's time as leader. Once it is over its guard throws, and the next
 * term can't begin before transactions that it admitted have ended.
 */
export type Term = Guard & { epoch: number }

/** The term ended before its leader noticed. */
export class TermOver extends Error {
  override readonly name = 'TermOver'
}

type LeaseDeps = { db: Database; log: Logger; lifeSeconds?: number }

/**
 * Leadership as a row that its owner renews, by the database's clock. A leader
 * that is frozen or cut off loses it within seconds.
 */
export class Lease {
  readonly #db: Database
  readonly #log: Logger
  readonly #name: string
  readonly #owner = randomUUID()
  readonly #lifeSeconds: number
  #term: Term | undefined
  #renewing: NodeJS.Timeout | undefined
  #retryAtMs = 0

  /** @param deps `lifeSeconds`: how long a term lasts unrenewed. */
  constructor(
    name: string,
    { db, log, lifeSeconds = LIFE_SECONDS }: LeaseDeps,
  ) {
    this.#name = name
    this.#db = db
    this.#log = log
    this.#lifeSeconds = lifeSeconds
  }

  /** Returns this process's term, and begins one when the lease is free. */
  async term(): Promise<Term | undefined> {
    if (this.#term || performance.now() < this.#retryAtMs) return this.#term
    this.#retryAtMs = performance.now() + RETRY_MS
    const { rows } = await this.#db.execute<{ epoch: string }>(
      sql`INSERT INTO leases AS held (name, owner, epoch, expires_at)
          VALUES (${this.#name}, ${this.#owner}, 1, ${this.#expiry()})
          ON CONFLICT (name) DO UPDATE SET owner = excluded.owner,
            epoch = held.epoch + 1, expires_at = excluded.expires_at
          WHERE held.expires_at < clock_timestamp()
          RETURNING epoch`,
    )
    if (rows[0]) this.#begin(Number(rows[0].epoch))
    return this.#term
  }

  /** Ends the term, so that another process can lead at once. */
  async release(): Promise<void> {
    const term = this.#term
    if (!term) return
    this.#end()
    try {
      await this.#db.execute(
        sql`UPDATE leases SET expires_at = '-infinity' WHERE ${this.#isHeld(term)}`,
      )
    } catch (error) {
      // It expires within seconds.
      this.#log.warn({ error, lease: this.#name }, 'lease.release_failed')
    }
  }

  #begin(epoch: number): void {
    const term: Term = { epoch, guard: (tx) => this.#guard(tx, term) }
    this.#term = term
    this.#renewing = setInterval(() => {
      this.#renew(term).catch((error: unknown) =>
        this.#log.warn({ error, lease: this.#name }, 'lease.renewal_failed'),
      )
    }, RENEW_EVERY_MS)
    this.#log.info({ lease: this.#name, epoch }, 'lease.acquired')
  }

  #end(): void {
    clearInterval(this.#renewing)
    this.#term = undefined
  }

  async #renew(term: Term): Promise<void> {
    const { rowCount } = await this.#db.execute(
      sql`UPDATE leases SET expires_at = ${this.#expiry()} WHERE ${this.#isHeld(term)}`,
    )
    if (rowCount === 0 && this.#term === term) {
      this.#end()
      this.#log.warn({ lease: this.#name, epoch: term.epoch }, 'lease.lost')
    }
  }

  async #guard(tx: Transaction, term: Term): Promise<void> {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM leases WHERE ${this.#isHeld(term)} FOR SHARE`,
    )
    if (rowCount === 1) return
    if (this.#term === term) this.#end()
    throw new TermOver(`Term ${term.epoch} of ${this.#name} is over`)
  }

  #expiry() {
    return sql`clock_timestamp() + make_interval(secs => ${this.#lifeSeconds})`
  }

  #isHeld({ epoch }: Term) {
    return sql`name = ${this.#name} AND owner = ${this.#owner}
      AND epoch = ${epoch} AND expires_at > clock_timestamp()`
  }
}

/** Makes a job's run that only the leading process does. */
export function whileLeading(
  lease: Lease,
  tick: (term: Term, signal: AbortSignal) => Promise<void>,
): Job['run'] {
  return async (signal) => {
    const term = await lease.term()
    if (term) await tick(term, signal)
  }
}

/** Runs a transaction under a guard. @throws TermOver */
export function writeUnder<T>(
  right: Guard,
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await right.guard(tx)
    return work(tx)
  })
}

/**
 * Makes a guard for a request, which has no lease: it admits writes for some
 * seconds by the database's clock.
 */
export async function shortGuard(
  db: Database,
  lifeSeconds = SHORT_GUARD_SECONDS,
): Promise<Guard> {
  const { rows } = await db.execute<{ end: string }>(
    sql`SELECT (clock_timestamp() + make_interval(secs => ${lifeSeconds}))::text AS end`,
  )
  const end = rows[0]?.end
  return {
    async guard(tx) {
      const { rowCount } = await tx.execute(
        sql`SELECT WHERE clock_timestamp() < ${end}::timestamptz`,
      )
      if (rowCount !== 1)
        throw new TermOver('The request took too long to write')
    },
  }
}
