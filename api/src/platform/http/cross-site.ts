import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for requests from the site itself, and for clients that are no browsers. */
export type IsOwnOrigin = (req: IncomingMessage) => boolean

/**
 * Checks where a browser's request comes from; other clients send neither
 * header. A public site ignores Host, since anyone can point a domain at it. A
 * local one has several names and ports, so Origin and Host must agree.
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

export function refuseCrossSite(isOwnOrigin: IsOwnOrigin): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.has(req.method) || isOwnOrigin(req)) return next()
    next(new Refusal('cross_site'))
  }
}
