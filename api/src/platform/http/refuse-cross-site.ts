import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'
import type { IsOwnOrigin } from './own-origin.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses what another site makes a browser send in the player's name. */
export function refuseCrossSite(isOwnOrigin: IsOwnOrigin): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.has(req.method) || isOwnOrigin(req)) return next()
    next(new Refusal('cross_site'))
  }
}
