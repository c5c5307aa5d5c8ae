import type { RequestHandler } from 'express'
import type * as z from 'zod/mini'
import { limitRequests } from '../../platform/http/limit-requests.ts'

/** Far more than people mistype; pages of ours send none. */
const MALFORMED = {
  limit: 300,
  windowMs: 10 * 60 * 1_000,
  refusal: 'Too many requests from here that can not be read. Try again later.',
}

/** Limits requests whose body does not fit; who sends one that fits always passes. */
export function limitMalformed(schema: z.ZodMiniType): RequestHandler {
  return limitRequests({
    ...MALFORMED,
    skip: ({ body }) => schema.safeParse(body).success,
  })
}
