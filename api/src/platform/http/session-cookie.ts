import type { Response } from 'express'
import { SIGNED_IN_COOKIE } from '#core/api/account.ts'

/** Name of the cookie that holds the session ID. */
export const SESSION_COOKIE = 'sid'

/** Deletes the session's cookies in the browser. */
export function clearSessionCookies(res: Response): void {
  res.clearCookie(SESSION_COOKIE).clearCookie(SIGNED_IN_COOKIE)
}
