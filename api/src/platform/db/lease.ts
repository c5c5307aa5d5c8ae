import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Job } from '../jobs.ts'
import type { Logger } from '../logger.ts'
import type { Database, Transaction } from './database.ts'

const LIFE_SECONDS = 4
const RENEW_EVERY_MS = 1_000
/** A term that ends unrenewed is followed by the next one within 5 s of its last renewal. */
const RETRY_MS = 500
const TIMED_FENCE_SECONDS = 10

/** Keeps a process that was frozen or cut off from writing outdated decisions. */
export type Guard = {
  /** Call it first in every transaction. @throws TermOver */
  guard(tx: Transaction): Promise<void>
}

/** One process's time as leader, which outlasts what its guard admitted. */
export type Term = Guard & { epoch: number }

/** The term ended before its leader noticed. */
export class TermOver extends Error {
  override readonly name = 'TermOver'
}

export type Lease = ReturnType<typeof createLease>

/** Creates a lease: a row that its owner renews, or loses within seconds. */
export function createLease(
  name: string,
  {
    db,
    log,
    lifeSeconds = LIFE_SECONDS,
  }: { db: Database; log: Logger; lifeSeconds?: number },
) {
  const owner = randomUUID()
  const expiry = sql`clock_timestamp() + make_interval(secs => ${lifeSeconds})`
  let current: Term | undefined
  let renewing: NodeJS.Timeout | undefined
  let retryAtMs = 0

  const isHeld = ({ epoch }: Term) =>
    sql`name = ${name} AND owner = ${owner}
      AND epoch = ${epoch} AND expires_at > clock_timestamp()`

  function begin(epoch: number): void {
    const term: Term = { epoch, guard: (tx) => guard(tx, term) }
    current = term
    renewing = setInterval(() => {
      renew(term).catch((error: unknown) =>
        log.warn({ error, lease: name }, 'lease.renewal_failed'),
      )
    }, RENEW_EVERY_MS)
    log.info({ lease: name, epoch }, 'lease.acquired')
  }

  function end(): void {
    clearInterval(renewing)
    current = undefined
  }

  async function renew(term: Term): Promise<void> {
    const { rowCount } = await db.execute(
      sql`UPDATE leases SET expires_at = ${expiry} WHERE ${isHeld(term)}`,
    )
    if (rowCount === 0 && current === term) {
      end()
      log.warn({ lease: name, epoch: term.epoch }, 'lease.lost')
    }
  }

  async function guard(tx: Transaction, term: Term): Promise<void> {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM leases WHERE ${isHeld(term)} FOR SHARE`,
    )
    if (rowCount === 1) return
    if (current === term) end()
    throw new TermOver(`Term ${term.epoch} of ${name} is over`)
  }

  return {
    /** Returns this process's term, and begins one when the lease is free. */
    async term(): Promise<Term | undefined> {
      if (current || performance.now() < retryAtMs) return current
      retryAtMs = performance.now() + RETRY_MS
      const { rows } = await db.execute<{ epoch: number }>(
        sql`INSERT INTO leases AS held (name, owner, epoch, expires_at)
            VALUES (${name}, ${owner}, 1, ${expiry})
            ON CONFLICT (name) DO UPDATE SET owner = excluded.owner,
              epoch = held.epoch + 1, expires_at = excluded.expires_at
            WHERE held.expires_at < clock_timestamp()
            RETURNING epoch`,
      )
      if (rows[0]) begin(rows[0].epoch)
      return current
    },

    /** Ends the term, so that another process can lead at once. */
    async release(): Promise<void> {
      const term = current
      if (!term) return
      end()
      try {
        await db.execute(
          sql`UPDATE leases SET expires_at = '-infinity' WHERE ${isHeld(term)}`,
        )
      } catch (error) {
        // It expires within seconds.
        log.warn({ error, lease: name }, 'lease.release_failed')
      }
    },
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

export function withFencing<T>(
  term: Guard,
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await term.guard(tx)
    return work(tx)
  })
}

/** Makes a guard without a lease, which admits writes for some seconds. */
export async function createTimedFence(
  db: Database,
  lifeSeconds = TIMED_FENCE_SECONDS,
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
