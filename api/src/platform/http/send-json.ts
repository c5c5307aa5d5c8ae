import type { Response } from 'express'

/** Sends JSON that is text already, past Express's own serialising and hashing. */
export function sendJsonText(res: Response, text: string): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}
