import { promisify } from 'node:util'
import connectPgSimple from 'connect-pg-simple'
import type { Request, RequestHandler, Response } from 'express'
import expressSession from 'express-session'
import {
  cookieName,
  SESSION_COOKIE,
  SIGNED_IN_COOKIE,
} from '#core/api/account.ts'
import { logOut, logOutEverywhere } from '#core/api/sessions.ts'
import { Refusal } from '#core/refusals.ts'
import { violatedConstraint } from '../../platform/db/database-failure.ts'
import { limitPlayers } from '../../platform/http/limit-in-flight.ts'
import { setPlayer } from '../../platform/http/request-context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  createOwnerLookup,
  createSessionsService,
  type Resolved,
  type Session,
  type SignedIn,
} from './sessions.service.ts'

/** Constraint name of the trigger that refuses sessions of outdated sign-ins. */
const SIGN_IN_CURRENT = 'session_sign_in_current'

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000
const RECHECK_EVERY_MS = 2_000

export type SessionsModule = ReturnType<typeof createSessions>

export function createSessions(
  {
    betDb: db,
    events,
    signInDb,
    signInPool,
  }: Pick<Platform, 'betDb' | 'events' | 'signInDb' | 'signInPool'>,
  { https, sessionSecret: secret }: { https: boolean; sessionSecret: string },
) {
  const sessionCookie = cookieName(SESSION_COOKIE, { https })
  const signedInCookie = cookieName(SIGNED_IN_COOKIE, { https })
  const service = createSessionsService({
    cookie: sessionCookie,
    db,
    events,
    nowMs: () => performance.now(),
    ownersForBets: createOwnerLookup(db),
    findOwners: createOwnerLookup(signInDb),
    secret,
  })
  /** All concurrent requests of a player share one limit. */
  const limited = limitPlayers()
  const PgStore = connectPgSimple(expressSession)
  // A migration creates its table.
  const store = new PgStore({ pool: signInPool, disableTouch: true })
  const middleware = expressSession({
    store,
    secret,
    name: sessionCookie,
    resave: false,
    saveUninitialized: false,
    cookie: {
      maxAge: LIFETIME_MS,
      httpOnly: true,
      sameSite: 'lax',
      secure: https,
    },
  })

  /** Starts a session under a new id. @throws sign_in_changed if outdated */
  async function signIn(req: Request, { id: userId, signInVersion }: SignedIn) {
    const { sessionID, session } = req
    await promisify(session.regenerate.bind(session))()
    if (session.userId) service.forget(sessionID)
    Object.assign(req.session, { userId, signInVersion })
    try {
      await promisify(req.session.save.bind(req.session))()
    } catch (error) {
      if (violatedConstraint(error) !== SIGN_IN_CURRENT) throw error
      // Otherwise express-session saves it again with the response.
      await promisify(req.session.destroy.bind(req.session))()
      throw new Refusal('sign_in_changed')
    }
    req.res?.cookie(signedInCookie, 'yes', {
      maxAge: LIFETIME_MS,
      secure: https,
      sameSite: 'lax',
    })
    req.log.info({ path: req.path, requestId: req.id, userId }, 'sign_in.done')
  }

  function clearCookies(res: Response): void {
    // Browsers ignore a prefixed cookie without Secure, also to delete it.
    const options = { secure: https }
    res.clearCookie(sessionCookie, options).clearCookie(signedInCookie, options)
  }

  return {
    service,
    middleware,
    signIn,
    clearCookies,
    guards: {
      requirePlayer: limited(admit(service.resolve, { visitors: false })),
      requireBettor: limited(admit(service.resolveForBet, { visitors: false })),
      admitVisitors: admit(service.resolve, { visitors: true }),
    },
    mount(serve: Serve) {
      serve(
        logOut,
        async ({ req: { session, sessionID }, res }) => {
          await promisify(session.destroy.bind(session))()
          if (session.userId) service.forget(sessionID)
          clearCookies(res)
        },
        middleware,
      )
      serve(logOutEverywhere, async ({ playerId, res }) => {
        await service.endAll(playerId)
        clearCookies(res)
      })
    },
    jobs: [
      {
        name: 'sessions',
        everyMs: RECHECK_EVERY_MS,
        // Until the next recheck each request looks its session up.
        backOffMaxMs: RECHECK_EVERY_MS,
        run: service.recheck,
      },
    ] satisfies Job[],
    disconnect: () => store.close(),
  }
}

/**
 * Resolves a request's session, synchronously when cached, as for most bets.
 */
function admit(
  resolve: (cookie: string | undefined) => Resolved,
  { visitors }: { visitors: boolean },
): RequestHandler {
  return (req, res, next) => {
    const pass = (session: Session | undefined) => {
      if (session) setPlayer(res, session.userId)
      next(session || visitors ? undefined : new Refusal('signed_out'))
    }
    const session = resolve(req.headers.cookie)
    if (session instanceof Promise) session.then(pass, next)
    else pass(session)
  }
}

declare module 'express-session' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge
  interface SessionData {
    userId?: string
    signInVersion?: number
  }
}
