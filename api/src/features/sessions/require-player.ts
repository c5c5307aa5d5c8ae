import { type RequirePlayer, setPlayer } from '../../platform/http/player.ts'
import { signedOut } from '../../platform/http/signed-out.ts'
import type { Session } from './session-cache.ts'
import type { Resolved } from './sessions.service.ts'

const SIGNED_OUT = signedOut()

/** Does not wait when the session is at hand: bets pass through here. */
export function requirePlayerBy(
  resolve: (cookie: string | undefined) => Resolved,
): RequirePlayer {
  return (req, res, next) => {
    const admit = (session: Session | undefined) => {
      if (session) setPlayer(res, session.userId)
      next(session ? undefined : SIGNED_OUT)
    }
    const session = resolve(req.headers.cookie)
    if (session instanceof Promise) session.then(admit, next)
    else admit(session)
  }
}
