import type { Request, RequestHandler } from 'express'
import rateLimit from 'express-rate-limit'
import type { RateLimit } from '#core/api/endpoint.ts'
import { Refusal } from '#core/refusals.ts'
import { getPlayer } from './request-context.ts'

/** @param skip true for requests that are not counted. */
export function limitRequests(
  { max, per, requests, windowMs }: RateLimit,
  skip?: (req: Request) => boolean,
): RequestHandler {
  return rateLimit({
    limit: max,
    windowMs,
    ...(per === 'player' && { keyGenerator: (_req, res) => getPlayer(res) }),
    ...(skip && { skip }),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      const retryAfter = windowMs / 1_000
      throw new Refusal('too_many_of', { per, requests, retryAfter })
    },
  })
}
