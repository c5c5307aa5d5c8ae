import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'
import { setPlayer } from '../../platform/http/request-context.ts'
import type { Session } from './session-cache.ts'
import type { Resolved } from './sessions.service.ts'

type Resolve = (cookie: string | undefined) => Resolved

/** Does not wait when the session is at hand: bets pass through here. */
export function requirePlayerBy(resolve: Resolve): RequestHandler {
  return admitBy(resolve, { visitors: false })
}

/** Resolves the session without requiring one. */
export function admitVisitorsBy(resolve: Resolve): RequestHandler {
  return admitBy(resolve, { visitors: true })
}

function admitBy(
  resolve: Resolve,
  { visitors }: { visitors: boolean },
): RequestHandler {
  return (req, res, next) => {
    const admit = (session: Session | undefined) => {
      if (session) setPlayer(res, session.userId)
      next(session || visitors ? undefined : new Refusal('signed_out'))
    }
    const session = resolve(req.headers.cookie)
    if (session instanceof Promise) session.then(admit, next)
    else admit(session)
  }
}
