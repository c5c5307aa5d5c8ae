import { hash } from 'node:crypto'
import type { Request } from 'express'
import * as z from 'zod/mini'
import { parseRequest } from './parse-request.ts'

const UUID_HEX = 32

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
  const digest = hash('sha256', text).slice(0, UUID_HEX)
  return { key: key.toLowerCase(), digest: asUuid(digest) }
}

function asUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
