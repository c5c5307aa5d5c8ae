import connectPgSimple from 'connect-pg-simple'
import type { RequestHandler } from 'express'
import session, { type Store } from 'express-session'
import type pg from 'pg'
import { SESSION_COOKIE } from '#core/api/account.ts'

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000

/** Opens the session store in PostgreSQL; a migration creates its table. */
export function sessionStore(pool: pg.Pool): Store & { close(): void } {
  const PgStore = connectPgSimple(session)
  return new PgStore({ pool, disableTouch: true })
}

export function sessionMiddleware(options: {
  store: Store
  secret: string
  https: boolean
}): RequestHandler {
  const { store, secret, https } = options
  return session({
    store,
    secret,
    name: SESSION_COOKIE,
    resave: false,
    saveUninitialized: false,
    cookie: {
      maxAge: LIFETIME_MS,
      httpOnly: true,
      sameSite: 'lax',
      secure: https,
    },
  })
}
