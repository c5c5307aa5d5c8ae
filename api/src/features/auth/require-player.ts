import { DomainError } from '#core/errors.ts'
import { type RequirePlayer, setPlayer } from '../../platform/http/player.ts'
import type { Session, Sessions } from './sessions.ts'

const SIGNED_OUT = new DomainError('signed_out', 'Sign in to go on.')

/** Does not wait when the session is at hand: bets pass through here. */
export function requirePlayerBy(sessions: Sessions): RequirePlayer {
  return (req, res, next) => {
    function admit(session: Session | undefined): void {
      if (!session) return next(SIGNED_OUT)
      setPlayer(res, session.userId)
      next()
    }
    const session = sessions.resolve(req.headers.cookie)
    if (session instanceof Promise) session.then(admit, next)
    else admit(session)
  }
}
