import { hash } from 'node:crypto'
import type { Request } from 'express'
import * as z from 'zod/mini'
import { keyedId } from '../ids.ts'
import { parseRequest } from './parse-request.ts'

/** A request with an Idempotency-Key: it counts once, however often it is sent. */
export type RepeatableRequest = {
  /** The same for the same player and key. */
  id: string
  /** Method, path and body. A key is refused for another text. */
  text: string
}

const header = z.object({
  'idempotency-key': z.optional(z.uuid('An Idempotency-Key must be a UUID')),
})

/**
 * Reads the Idempotency-Key. White space of the parsed body does not matter.
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

/** Returns the first 16 bytes of the text's SHA-256, formatted as a UUID. */
export function hashRequest({ text }: Pick<RepeatableRequest, 'text'>): string {
  const hex = hash('sha256', text)
  const [a, b, c] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
  return `${a}-${b}-${c}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
