import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Logger } from '../logger.ts'
import type { Database, Transaction } from './database.ts'

const LIFE_SECONDS = 4
const RENEW_EVERY_MS = 1_000
/** A term that ends unrenewed is followed by the next one within 5 s of its last renewal. */
const ASK_EVERY_MS = 500

/** What keeps those from writing who were frozen since they last looked. */
export type Guard = {
  /** Call it first in every transaction: it refuses who has no right to it. */
  guard(tx: Transaction): Promise<void>
}

/**
 * One process's time as leader, until another one takes over. Its guard
 * refuses when the term is over, and none can begin before the transaction
 * has ended.
 */
export type Term = Guard & { epoch: number }

/** The term was over before its leader knew. */
export class TermOver extends Error {
  override readonly name = 'TermOver'
}

type LeaseDeps = { db: Database; log: Logger; lifeSeconds?: number }

/**
 * Leadership as a row that has to be renewed, by the database's clock: a
 * leader that is frozen or cut off loses it within seconds, whatever it
 * believes itself.
 */
export class Lease {
  readonly #db: Database
  readonly #log: Logger
  readonly #name: string
  readonly #owner = randomUUID()
  readonly #lifeSeconds: number
  #term: Term | undefined
  #renewing: NodeJS.Timeout | undefined
  #askAgainAtMs = 0

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

  /** The current term when it is ours; asks for it when nobody has it. */
  async term(): Promise<Term | undefined> {
    if (this.#term || performance.now() < this.#askAgainAtMs) return this.#term
    this.#askAgainAtMs = performance.now() + ASK_EVERY_MS
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

  /** Gives it up, so that another process need not wait for its end. */
  async release(): Promise<void> {
    const term = this.#term
    if (!term) return
    this.#end()
    try {
      await this.#db.execute(
        sql`UPDATE leases SET expires_at = '-infinity' WHERE ${this.#isHeld(term)}`,
      )
    } catch (error) {
      // It ends by itself in seconds.
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
