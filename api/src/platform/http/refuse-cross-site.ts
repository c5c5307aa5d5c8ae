import type { RequestHandler } from 'express'
import { DomainError } from '#core/errors.ts'
import type { IsOwnOrigin } from './own-origin.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const CROSS_SITE = new DomainError(
  'forbidden',
  'Requests from other sites are refused.',
)

/** Refuses what another site makes a browser send in the player's name. */
export function refuseCrossSite(isOwnOrigin: IsOwnOrigin): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.has(req.method) || isOwnOrigin(req)) return next()
    next(CROSS_SITE)
  }
}
