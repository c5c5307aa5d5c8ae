import { hash } from 'node:crypto'
import { parseCookie } from 'cookie'
import { sign, unsign } from 'cookie-signature'
import { and, desc, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/db/database.ts'
import { quotedArray } from '../../platform/db/sql-values.ts'
import type { Platform } from '../../platform/platform.ts'
import { sessions } from './sessions.table.ts'

/** Prefix of signed ids in express-session. */
const SIGNED = 's:'

const SESSIONS_CACHED = 100_000
const STALE_AFTER_MS = 5_000
const UNUSED_AFTER_MS = 60_000
/** Cache size of headers and their digests, in characters. */
const HEADERS_SIZE_MAX = 20_000_000

/** A player, and the sign-in version that was checked. */
export type SignedIn = { id: string; signInVersion: number }

/** Owner of a cookie; `digest` identifies the session without revealing it. */
export type Session = { userId: string; digest: string }

export type Resolved = Session | Promise<Session | undefined> | undefined

/** Returns the players of valid sessions, by session id. */
export type FindOwners = (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string | null>>

type CachedSession = {
  session: Session
  /** Secret, since the cookie is its signature: never log it. */
  id: string
  /** Time of the last verification, in monotonic milliseconds. */
  asOfMs: number
}

const PLAYER = sql<string | null>`${sessions.sess}->>'userId'`

export type SessionsService = ReturnType<typeof createSessionsService>

/**
 * Resolves session cookies from a cache, which looks new and stale ones up. A
 * logout in any process drops the session in all.
 */
export function createSessionsService({
  cookie: cookieName,
  db,
  events,
  nowMs,
  ownersForBets,
  findOwners,
  secret,
}: Pick<Platform, 'db' | 'events'> & {
  /** Name of the session's cookie. */
  cookie: string
  /** Monotonic milliseconds. */
  nowMs: () => number
  /** Uses the connections of bets. */
  ownersForBets: FindOwners
  findOwners: FindOwners
  secret: string
}) {
  const cache = new LRUCache<string, CachedSession>({
    max: SESSIONS_CACHED,
    ttl: UNUSED_AFTER_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now: nowMs },
  })
  /** Digests by Cookie header, only of valid sessions. */
  const digests = new LRUCache<string, string>({
    maxSize: HEADERS_SIZE_MAX,
    sizeCalculation: (digest, header) => header.length + digest.length,
  })
  const listeners: ((digest: string) => void)[] = []
  events.subscribe('sessions', drop)

  function drop(digest: string): void {
    cache.delete(digest)
    for (const listener of listeners) listener(digest)
  }

  /** Returns a session that was verified within the last seconds. */
  function findCached(digest: string): Session | undefined {
    const cached = cache.get(digest)
    const isFresh = cached && nowMs() - cached.asOfMs <= STALE_AFTER_MS
    return isFresh ? cached.session : undefined
  }

  function resolve(header: string, owners: FindOwners): Resolved {
    const known = digests.get(header)
    const session = known && findCached(known)
    if (session) return session
    const cookie = parseCookie(header)[cookieName]
    if (!cookie) return undefined
    const digest = hashToken(cookie)
    const cached = findCached(digest)
    if (cached) digests.set(header, digest)
    return cached ?? lookUp({ cookie, digest }, owners)
  }

  async function lookUp(
    { cookie, digest }: { cookie: string; digest: string },
    owners: FindOwners,
  ): Promise<Session | undefined> {
    const id =
      cookie.startsWith(SIGNED) && unsign(cookie.slice(SIGNED.length), secret)
    if (!id) return undefined
    const asOfMs = nowMs()
    const userId = (await owners([id])).get(id)
    if (userId) {
      const session = { userId, digest }
      cache.set(digest, { session, id, asOfMs })
      return session
    }
    if (cache.has(digest)) drop(digest)
    return undefined
  }

  /**
   * Forgets a session everywhere, by its id: cookies can encode it variously.
   */
  function forget(id: string): void {
    const digest = hashToken(SIGNED + sign(id, secret))
    drop(digest)
    events.publish('sessions', digest)
  }

  return {
    forget,

    resolve: (header = ''): Resolved => resolve(header, findOwners),

    /** Does the same for a bet, over connections that bets don't share. */
    resolveForBet: (header = ''): Resolved => resolve(header, ownersForBets),

    /** Verifies all cached sessions in one query, and drops ended ones. */
    async recheck(): Promise<void> {
      cache.purgeStale()
      const checked = [...cache.values()]
      if (checked.length === 0) return
      const asOfMs = nowMs()
      const owners = await ownersForBets(checked.map(({ id }) => id))
      for (const cached of checked) {
        const { userId, digest } = cached.session
        if (owners.get(cached.id) === userId) cached.asOfMs = asOfMs
        // Skips entries that were replaced in the meantime.
        else if (cache.peek(digest) === cached) drop(digest)
      }
    },

    /** Lists when a player's browsers signed in, newest first, and until when. */
    listSessions(userId: string): Promise<{ signedIn: Date; expires: Date }[]> {
      const { expire, sess } = sessions
      const lifetimeMs = sql`(${sess}->'cookie'->>'originalMaxAge')::float8`
      // express-session never extends ours, so the rest follows from the end.
      const signedIn = sql`${expire} - make_interval(secs => ${lifetimeMs} / 1000)`
      return db
        .select({ signedIn: signedIn.mapWith(expire), expires: expire })
        .from(sessions)
        .where(eq(PLAYER, userId))
        .orderBy(desc(expire))
    },

    async endAll(userId: string): Promise<void> {
      for (const id of await deleteSessions(db, userId)) forget(id)
    },

    onDropped(listener: (digest: string) => void): void {
      listeners.push(listener)
    },
  }
}

export function createOwnerLookup(db: Database): FindOwners {
  return async (ids) => {
    const isListed = sql`${sessions.sid} = ANY(${quotedArray(ids)})`
    // By this process's clock and in whole seconds, as connect-pg-simple does.
    const now = sql`to_timestamp(${Math.ceil(Date.now() / 1_000)})`
    const rows = await db
      .select({ id: sessions.sid, userId: PLAYER })
      .from(sessions)
      .where(and(isListed, sql`${sessions.expire} >= ${now}`))
    return new Map(rows.map(({ id, userId }) => [id, userId]))
  }
}

/** Deletes a player's sessions. @returns their ids, to forget after the commit. */
export async function deleteSessions(db: Database, userId: string) {
  const rows = await db
    .delete(sessions)
    .where(eq(PLAYER, userId))
    .returning({ id: sessions.sid })
  return rows.map(({ id }) => id)
}

function hashToken(cookie: string): string {
  return hash('sha256', cookie)
}
