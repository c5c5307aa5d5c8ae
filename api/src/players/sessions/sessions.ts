import type { RequestHandler } from 'express'
import { logOut, logOutEverywhere } from '#core/api/sessions.ts'
import { Refusal } from '#core/refusals.ts'
import type { Database } from '../../platform/db/database.ts'
import { limitPlayers } from '../../platform/http/limit-in-flight.ts'
import { setPlayer } from '../../platform/http/request-context.ts'
import type { Guards, Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Session } from './session-cache.ts'
import { sessionMiddleware, sessionStore } from './session-middleware.ts'
import { type Resolved, SessionsService } from './sessions.service.ts'
import { SessionsStore } from './sessions.store.ts'
import { clearSessionCookies, signInBy, signOut } from './sign-in.ts'

const RECHECK_EVERY_MS = 2_000

export type SessionsModule = ReturnType<typeof openSessions>

/** Opens sessions and the guards of routes. */
export function openSessions(
  {
    betDb,
    events,
    signInPool,
  }: Pick<Platform, 'betDb' | 'events' | 'signInPool'>,
  { https, sessionSecret: secret }: { https: boolean; sessionSecret: string },
) {
  const store = sessionStore(signInPool)
  const table = new SessionsStore(betDb)
  const nowMs = () => performance.now()
  const service = new SessionsService({ store, table, secret, events, nowMs })
  /** For endpoints that start and end sessions. */
  const middleware = sessionMiddleware({ store, secret, https })
  return {
    service,
    middleware,
    signIn: signInBy(service),
    guards: guardsOver(service),
    mount(serve: Serve) {
      serve(
        logOut,
        ({ req, res }) => signOut({ req, res }, service),
        middleware,
      )
      serve(logOutEverywhere, async ({ playerId, res }) => {
        await service.endAll(playerId)
        clearSessionCookies(res)
      })
    },
    jobs: [
      {
        name: 'sessions',
        everyMs: RECHECK_EVERY_MS,
        // Until the next recheck each request looks its session up.
        backOffMaxMs: RECHECK_EVERY_MS,
        run: () => service.recheck(),
      },
    ],
    disconnect: () => store.close(),
  }
}

/** Opens sessions for a command; API processes drop ended ones within seconds. */
export function sessionsOver(
  db: Database,
): Pick<SessionsService, 'deleteIn' | 'forget'> {
  const table = new SessionsStore(db)
  return {
    deleteIn: (tx, userId) => table.deleteOf(userId, '', tx),
    forget: () => undefined,
  }
}

/** All concurrent requests of a player share one limit. */
function guardsOver(
  sessions: SessionsService,
): Omit<Guards, 'requireOperator'> {
  const limited = limitPlayers()
  return {
    requirePlayer: limited(
      admit((cookie) => sessions.resolve(cookie), { visitors: false }),
    ),
    requireBettor: limited(
      admit((cookie) => sessions.resolveForBet(cookie), { visitors: false }),
    ),
    admitVisitors: admit((cookie) => sessions.resolve(cookie), {
      visitors: true,
    }),
  }
}

type Resolve = (cookie: string | undefined) => Resolved

/**
 * Resolves the session of a request. Stays synchronous when it is cached, since
 * bets pass through here.
 *
 * @param options.visitors admits requests without a session.
 */
function admit(
  resolve: Resolve,
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
