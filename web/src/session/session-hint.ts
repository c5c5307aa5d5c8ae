import { cookieName, SIGNED_IN_COOKIE } from '#core/api/account.ts'
import { browserStorage } from '../lib/key-value-storage.ts'

const KNOWN = 'has-account'

/**
 * True when requesting the player makes sense: browsers log the 401 of a
 * visitor as an error.
 */
export function mayBeSignedIn(): boolean {
  const cookie = cookieName(SIGNED_IN_COOKIE, { https: isSecure() })
  return document.cookie
    .split('; ')
    .some((pair) => pair.startsWith(`${cookie}=`))
}

/** True before the first sign-in on this browser. */
export function isNewHere(): boolean {
  return browserStorage('localStorage').getItem(KNOWN) === null
}

/** Updates the cookie when a session started or ended without it. */
export function noteSession(isThere: boolean): void {
  if (isThere) browserStorage('localStorage').setItem(KNOWN, 'yes')
  if (isThere === mayBeSignedIn()) return
  const https = isSecure()
  const cookie = cookieName(SIGNED_IN_COOKIE, { https })
  const lifetime = isThere ? '' : '; max-age=0'
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no Cookie Store API yet.
  document.cookie = `${cookie}=yes; path=/${https ? '; secure' : ''}${lifetime}`
}

function isSecure(): boolean {
  return location.protocol === 'https:'
}
