import type { Response } from 'express'

/**
 * Sends JSON that is written already, past Express's own serialising and
 * hashing. What is sent to many is best kept as bytes.
 */
export function sendJsonText(res: Response, json: string | Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(json))
  res.end(json)
}
