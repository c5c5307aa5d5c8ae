import type { Request } from 'express'
import * as z from 'zod/mini'
import { keyedId } from '../ids.ts'
import type { RepeatableRequest } from '../repeatable-request.ts'
import { parseRequest } from './parse-request.ts'

const header = z.object({
  'idempotency-key': z.optional(z.uuid('An Idempotency-Key is a UUID')),
})

/**
 * @param body as parsed, so that white space and key order do not matter.
 * @returns undefined for a request without an Idempotency-Key.
 */
export function repeatableRequest(
  req: Request,
  { userId, body }: { userId: string; body: object },
): RepeatableRequest | undefined {
  if (req.headers['idempotency-key'] === undefined) return undefined
  const { 'idempotency-key': key = '' } = parseRequest(header, req.headers)
  return {
    id: keyedId(userId, key.toLowerCase()),
    text: `${req.method} ${req.baseUrl}${req.path} ${JSON.stringify(body)}`,
  }
}
