import type { Request, RequestHandler } from 'express'
import rateLimit from 'express-rate-limit'
import type { RateLimit } from '#core/api/endpoint.ts'
import { DomainError } from '#core/errors.ts'
import { playerOf } from './player.ts'

/** @param skip requests that pass without being counted. */
export function limitRequests(
  { max, per, requests, windowMs }: RateLimit,
  skip?: (req: Request) => boolean,
): RequestHandler {
  const from = per === 'network' ? ' from here' : ''
  const minutes = windowMs / 60_000
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return rateLimit({
    limit: max,
    windowMs,
    ...(per === 'player' && { keyGenerator: (_req, res) => playerOf(res) }),
    ...(skip && { skip }),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      throw new DomainError(
        'too_many_requests',
        `Too many ${requests}${from}. Try again in ${wait}.`,
        { retryAfter: windowMs / 1_000 },
      )
    },
  })
}
