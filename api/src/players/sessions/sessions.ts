import { logOut, logOutEverywhere } from '#core/api/sessions.ts'
import type { Database } from '../../platform/db/database.ts'
import { limitPlayers } from '../../platform/http/limit-in-flight.ts'
import type { Guards, Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { admitVisitorsBy, requirePlayerBy } from './require-player.ts'
import { sessionMiddleware, sessionStore } from './session-middleware.ts'
import { SessionsService } from './sessions.service.ts'
import { SessionsStore } from './sessions.store.ts'
import { sessionsJob } from './sessions-job.ts'
import { clearSessionCookies, signInBy, signOut } from './sign-in.ts'

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
  /** Only what makes and ends sessions needs it. */
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
    jobs: [sessionsJob(service)],
    disconnect: () => store.close(),
  }
}

/** Sessions for a command: processes that serve drop what it ends in seconds. */
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
      requirePlayerBy((cookie) => sessions.resolve(cookie)),
    ),
    requireBettor: limited(
      requirePlayerBy((cookie) => sessions.resolveForBet(cookie)),
    ),
    admitVisitors: admitVisitorsBy((cookie) => sessions.resolve(cookie)),
  }
}
