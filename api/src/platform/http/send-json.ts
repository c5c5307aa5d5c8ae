import type { Response } from 'express'

/** An answer whose JSON is already written. */
export class JsonText {
  readonly text: string | Buffer

  constructor(text: string | Buffer) {
    this.text = text
  }
}

/**
 * Sends JSON that is written already, past Express's own serialising and
 * hashing. What is sent to many is best kept as bytes.
 */
export function sendJsonText(res: Response, json: string | Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(json))
  res.end(json)
}

/** Sends an answer as JSON, unless it is that already. */
export function sendJson(res: Response, answer: unknown): void {
  const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer)
  sendJsonText(res, text)
}
