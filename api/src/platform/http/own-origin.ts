import type { IncomingMessage } from 'node:http'

/** Whether a request comes from the site itself, or from no browser at all. */
export type IsOwnOrigin = (req: IncomingMessage) => boolean

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Browsers tell where a request comes from; other clients send neither header.
 * What a Host header says counts for nothing on the open net: who points a
 * name of their own at the server chooses it. On this machine a site has
 * several names and, in development, ports; there both have to agree.
 *
 * @param site where players reach it.
 */
export function ownOrigin(site: URL): IsOwnOrigin {
  const isLocal = LOCAL_NAMES.has(site.hostname)

  function isSite(origin: string, host: string | undefined): boolean {
    if (origin === site.origin) return true
    const from = URL.parse(origin)
    if (!isLocal || from?.origin !== origin) return false
    const isHere = LOCAL_NAMES.has(from.hostname) && from.host === host
    return isHere && from.protocol === site.protocol
  }

  return ({ headers }) => {
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      return false
    }
    const { origin, host } = headers
    return origin === undefined || isSite(origin, host)
  }
}
