import type { RequestHandler } from 'express'
import type { DomainError } from '#core/errors.ts'
import { setPlayer } from '../../platform/http/player.ts'
import { signedOut } from '../../platform/http/signed-out.ts'
import type { Session } from './session-cache.ts'
import type { Resolved } from './sessions.service.ts'

const SIGNED_OUT = signedOut()

type Resolve = (cookie: string | undefined) => Resolved

/** Does not wait when the session is at hand: bets pass through here. */
export function requirePlayerBy(resolve: Resolve): RequestHandler {
  return admitBy(resolve, (session) => (session ? undefined : SIGNED_OUT))
}

/** The same for everybody, signed in or not. */
export function admitVisitorsBy(resolve: Resolve): RequestHandler {
  return admitBy(resolve, () => undefined)
}

function admitBy(
  resolve: Resolve,
  refusal: (session: Session | undefined) => DomainError | undefined,
): RequestHandler {
  return (req, res, next) => {
    const admit = (session: Session | undefined) => {
      if (session) setPlayer(res, session.userId)
      next(refusal(session))
    }
    const session = resolve(req.headers.cookie)
    if (session instanceof Promise) session.then(admit, next)
    else admit(session)
  }
}
