/** Not the session, which no script can see: only that there may be one. */
const KEY = 'may-be-signed-in'

/**
 * Whether asking who plays is worth it: browsers write a "nobody" in red into
 * their console. Where nothing can be remembered it always is.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

export function noteSession(isThere: boolean): void {
  try {
    if (isThere) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // Forbidden or full: then it is asked once more than needed.
  }
}
