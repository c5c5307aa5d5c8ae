import { cookieName, SIGNED_IN_COOKIE } from '#core/api/account.ts'
import { browserStorage } from '../lib/key-value-storage.ts'

const KNOWN = 'has-account'

const HTTPS = { https: location.protocol === 'https:' }
const COOKIE = cookieName(SIGNED_IN_COOKIE, HTTPS)

/**
 * True when requesting the player makes sense: browsers log the 401 of a
 * visitor as an error.
 */
export function mayBeSignedIn(): boolean {
  return document.cookie
    .split('; ')
    .some((pair) => pair.startsWith(`${COOKIE}=`))
}

/** True before the first sign-in on this browser. */
export function isNewHere(): boolean {
  return browserStorage('localStorage').getItem(KNOWN) === null
}

/** Updates the cookie when a session started or ended without it. */
export function noteSession(isThere: boolean): void {
  if (isThere) browserStorage('localStorage').setItem(KNOWN, 'yes')
  if (isThere === mayBeSignedIn()) return
  const lifetime = isThere ? '' : '; max-age=0'
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no Cookie Store API yet.
  document.cookie = `${COOKIE}=yes; path=/${HTTPS.https ? '; secure' : ''}${lifetime}`
}
