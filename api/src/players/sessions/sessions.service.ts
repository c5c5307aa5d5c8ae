import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { parseCookie } from 'cookie'
import { sign, unsign } from 'cookie-signature'
import type { Store } from 'express-session'
import { LRUCache } from 'lru-cache'
import { SESSION_COOKIE } from '#core/api/account.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events.ts'
import { type Session, SessionCache } from './session-cache.ts'
import type { SessionsStore, SessionTimes } from './sessions.store.ts'

/** Prefix of signed ids in express-session. */
const SIGNED = 's:'
/**
 * Constraint name of the trigger that refuses sessions of outdated sign-ins.
 */
export const SIGN_IN_CURRENT = 'session_sign_in_current'

/**
 * A player, and the sign-in version that the credentials were checked against.
 */
export type SignedIn = { id: string; signInVersion: number }

/** Cache size of headers and their digests, in characters. */
const HEADERS_SIZE_MAX = 20_000_000

/**
 * Resolves session cookies from a cache. Reads the session store for new cookies
 * and for sessions that were last verified some seconds ago. A logout in any
 * process drops the session in all.
 */
export class SessionsService {
  readonly #deps: SessionsDeps
  readonly #cache: SessionCache
  /** Digests by Cookie header, only of valid sessions. */
  readonly #digests = new LRUCache<string, string>({
    maxSize: HEADERS_SIZE_MAX,
    sizeCalculation: (digest, header) => header.length + digest.length,
  })
  readonly #listeners: ((digest: string) => void)[] = []

  readonly #inStore: OwnerOf = async (id) => {
    const { store } = this.#deps
    return (await promisify(store.get.bind(store))(id))?.userId
  }

  readonly #inTable: OwnerOf = async (id) =>
    (await this.#deps.table.ownersOf([id])).get(id)

  constructor(deps: SessionsDeps) {
    this.#deps = deps
    this.#cache = new SessionCache(deps)
    deps.events.subscribe('sessions', (digest) => this.#drop(digest))
  }

  /** Returns the session of a Cookie header, if any. */
  resolve(header = ''): Resolved {
    return this.#resolve(header, this.#inStore)
  }

  /** Does the same for a bet, over connections that bets don't share. */
  resolveForBet(header = ''): Resolved {
    return this.#resolve(header, this.#inTable)
  }

  /** Verifies all cached sessions in one query, and drops ended ones. */
  recheck(): Promise<void> {
    return this.#cache.recheck((digest) => this.#drop(digest))
  }

  /**
   * Forgets a session everywhere; call it when the store has dropped it.
   *
   * @param id session ID; cookies can encode one in several ways.
   */
  forget(id: string): void {
    const { secret, events } = this.#deps
    const digest = digestOf(SIGNED + sign(id, secret))
    this.#drop(digest)
    events.publish('sessions', digest)
  }

  /** Lists a player's sessions, newest first. */
  listOf(userId: string): Promise<SessionTimes[]> {
    return this.#deps.table.listOf(userId)
  }

  /**
   * Signs a player out of every browser, in all processes.
   *
   * @param but session to keep, if any.
   */
  async endAll(userId: string, { but }: { but?: string } = {}): Promise<void> {
    const ended = await this.#deps.table.deleteOf(userId, but)
    for (const id of ended) this.forget(id)
  }

  /**
   * Ends a player's sessions within a transaction.
   *
   * @returns their ids, for {@link forget} after the commit.
   */
  deleteIn(tx: Transaction, userId: string): Promise<string[]> {
    return this.#deps.table.deleteOf(userId, '', tx)
  }

  onDropped(listener: (digest: string) => void): void {
    this.#listeners.push(listener)
  }

  #resolve(header: string, ownerOf: OwnerOf): Resolved {
    const digest = this.#digests.get(header)
    return (digest && this.#cache.find(digest)) || this.#parsed(header, ownerOf)
  }

  #parsed(header: string, ownerOf: OwnerOf): Resolved {
    const cookie = parseCookie(header)[SESSION_COOKIE]
    if (!cookie) return undefined
    const digest = digestOf(cookie)
    const session = this.#cache.find(digest)
    if (session) this.#digests.set(header, digest)
    return session ?? this.#stored({ cookie, digest }, ownerOf)
  }

  async #stored(
    { cookie, digest }: { cookie: string; digest: string },
    ownerOf: OwnerOf,
  ): Promise<Session | undefined> {
    const { secret, nowMs } = this.#deps
    const id = cookie.startsWith(SIGNED)
      ? unsign(cookie.slice(SIGNED.length), secret)
      : false
    if (id === false) return undefined
    const asOfMs = nowMs()
    const userId = await ownerOf(id)
    if (userId) return this.#cache.keep({ userId, digest }, { id, asOfMs })
    if (this.#cache.has(digest)) this.#drop(digest)
    return undefined
  }

  #drop(digest: string): void {
    this.#cache.delete(digest)
    for (const listener of this.#listeners) listener(digest)
  }
}

type SessionsDeps = {
  store: Store
  /** Uses the connections of bets. */
  table: Pick<SessionsStore, 'deleteOf' | 'listOf' | 'ownersOf'>
  secret: string
  events: Events
  /** Monotonic milliseconds. */
  nowMs: () => number
}

export type Resolved = Session | Promise<Session | undefined> | undefined

/** Returns the player of a session ID, if the session is valid. */
type OwnerOf = (id: string) => Promise<string | null | undefined>

function digestOf(cookie: string): string {
  return hash('sha256', cookie)
}

declare module 'express-session' {
  interface SessionData {
    userId?: string
    signInVersion?: number
  }
}
