import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { DomainError } from '#core/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const CROSS_SITE = new DomainError(
  'forbidden',
  'Requests from other sites are refused.',
)

/** Refuses what another site makes a browser send in the player's name. */
export const refuseCrossSite: RequestHandler = (req, _res, next) => {
  if (SAFE_METHODS.has(req.method) || isSameOrigin(req)) return next()
  next(CROSS_SITE)
}

/** Browsers tell where a request comes from; other clients send neither header. */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return false
  }
  const { origin, host } = headers
  return origin === undefined || hostOf(origin) === host
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host
}
