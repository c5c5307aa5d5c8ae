import { hash } from 'node:crypto'
import { parseCookie } from 'cookie'
import { sign, unsign } from 'cookie-signature'
import type { Store } from 'express-session'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events.ts'

export const SESSION_COOKIE = 'sid'
/** What express-session puts before a signed id. */
const SIGNED = 's:'
const SESSIONS_KEPT = 100_000
const STALE_AFTER_MS = 5_000

/** Who a cookie belongs to; `digest` names the session without giving it away. */
export type Session = { userId: string; digest: string }

export type Sessions = ReturnType<typeof openSessions>

/**
 * Resolves session cookies from memory; the session store is asked when a
 * cookie is new here or was last looked up some seconds ago. A logout in any
 * process drops the session in all.
 */
export function openSessions(deps: {
  store: Store
  secret: string
  events: Events
}) {
  const { store, secret, events } = deps
  const kept = new LRUCache<string, Session>({
    max: SESSIONS_KEPT,
    ttl: STALE_AFTER_MS,
  })
  const listeners: ((digest: string) => void)[] = []

  function drop(digest: string): void {
    kept.delete(digest)
    for (const listener of listeners) listener(digest)
  }
  events.subscribe('sessions', drop)

  function stored(
    cookie: string,
    digest: string,
  ): Promise<Session | undefined> {
    const id = cookie.startsWith(SIGNED)
      ? unsign(cookie.slice(SIGNED.length), secret)
      : false
    if (id === false) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      store.get(id, (error, data) => {
        const { userId } = data ?? {}
        if (error) reject(error)
        else if (!userId) resolve(undefined)
        else {
          const session = { userId, digest }
          kept.set(digest, session)
          resolve(session)
        }
      })
    })
  }

  return {
    /** The session of a request's Cookie header; undefined when there is none. */
    resolve(
      header: string | undefined,
    ): Session | Promise<Session | undefined> | undefined {
      const cookie = header && parseCookie(header)[SESSION_COOKIE]
      if (!cookie) return undefined
      const digest = digestOf(cookie)
      return kept.get(digest) ?? stored(cookie, digest)
    },

    /**
     * Forgets a session everywhere; call it when the store has dropped it.
     *
     * @param id not the cookie: that can be written in more than one way.
     */
    forget(id: string): void {
      const digest = digestOf(SIGNED + sign(id, secret))
      drop(digest)
      events.publish('sessions', digest)
    },

    onDropped: (listener: (digest: string) => void) => listeners.push(listener),
  }
}

function digestOf(cookie: string): string {
  return hash('sha256', cookie)
}

declare module 'express-session' {
  interface SessionData {
    userId?: string
  }
}
