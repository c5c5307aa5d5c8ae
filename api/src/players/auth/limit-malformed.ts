import type { RequestHandler } from 'express'
import type * as z from 'zod/mini'
import { limitRequests } from '../../platform/http/limit-requests.ts'

/** Far more than people mistype; pages of ours send none. */
const MALFORMED = {
  requests: 'malformed requests',
  max: 300,
  windowMs: 10 * 60_000,
  per: 'network',
} as const

/** Limits requests whose body does not fit; those that fit always pass. */
export function limitMalformed(schema: z.ZodMiniType): RequestHandler {
  return limitRequests(MALFORMED, ({ body }) => schema.safeParse(body).success)
}
