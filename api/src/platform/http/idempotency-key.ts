import { hash } from 'node:crypto'
import type { Request } from 'express'
import * as z from 'zod/mini'
import { parseRequest } from './parse-request.ts'

const header = z.object({
  'idempotency-key': z.optional(z.uuid('An Idempotency-Key is a UUID')),
})

/**
 * The request's key with a digest of what it asks for, both as UUID text.
 *
 * @param body as parsed, so that white space and key order do not matter.
 */
export function requestKeyOf(
  req: Request,
  body: object,
): { key: string; digest: string } | undefined {
  if (req.headers['idempotency-key'] === undefined) return undefined
  const { 'idempotency-key': key = '' } = parseRequest(header, req.headers)
  const text = `${req.method} ${req.baseUrl}${req.path} ${JSON.stringify(body)}`
  return { key: key.toLowerCase(), digest: asUuid(hash('sha256', text)) }
}

/** The first 32 of hex characters in a UUID's form. */
function asUuid(hex: string): string {
  const [a, b, c] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
  return `${a}-${b}-${c}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
