import type { Request, RequestHandler, Response } from 'express'
import rateLimit from 'express-rate-limit'
import { DomainError } from '#core/errors.ts'

type Limit = {
  limit: number
  windowMs: number
  /** What who comes too often is told. */
  refusal: string
  /** Whose requests are counted together; left out, an IPv4 address's or an IPv6 /56's. */
  keyOf?: (req: Request, res: Response) => string
  /** Requests that do not count and always pass. */
  skip?: (req: Request) => boolean
}

/** Lets so many requests of a client through a window; each process counts for itself. */
export function limitRequests(options: Limit): RequestHandler {
  const { limit, windowMs, refusal, keyOf, skip } = options
  return rateLimit({
    limit,
    windowMs,
    ...(keyOf && { keyGenerator: keyOf }),
    ...(skip && { skip }),
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      const retryAfter = windowMs / 1_000
      throw new DomainError('too_many_requests', refusal, { retryAfter })
    },
  })
}
