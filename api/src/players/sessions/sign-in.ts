import { promisify } from 'node:util'
import type { Request, Response } from 'express'
import { SESSION_COOKIE, SIGNED_IN_COOKIE } from '#core/api/account.ts'
import type { SessionsService, SignedIn } from './sessions.service.ts'

export type SignIn = (req: Request, player: SignedIn) => Promise<void>

/**
 * Starts a session under a new id and ends the previous one. The database
 * refuses outdated sign-ins, see `SIGN_IN_CURRENT`.
 */
export function signInBy(sessions: SessionsService): SignIn {
  return async (req, { id, signInVersion }) => {
    const { sessionID, session } = req
    await promisify(session.regenerate.bind(session))()
    if (session.userId) sessions.forget(sessionID)
    Object.assign(req.session, { userId: id, signInVersion })
    await promisify(req.session.save.bind(req.session))()
    const { maxAge = 0, secure } = req.session.cookie
    req.res?.cookie(SIGNED_IN_COOKIE, 'yes', {
      maxAge,
      secure: secure === true,
      sameSite: 'lax',
    })
  }
}

/** Ends the session, if there is one, and deletes its cookies. */
export async function signOut(
  { req, res }: { req: Request; res: Response },
  sessions: SessionsService,
): Promise<void> {
  const { session, sessionID } = req
  await promisify(session.destroy.bind(session))()
  if (session.userId) sessions.forget(sessionID)
  clearSessionCookies(res)
}

/** Deletes the session's cookies in the browser. */
export function clearSessionCookies(res: Response): void {
  res.clearCookie(SESSION_COOKIE).clearCookie(SIGNED_IN_COOKIE)
}
