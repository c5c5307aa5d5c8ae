import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { RequestHandler, Response } from 'express'
import type { Logger } from '../logger.ts'

/** An answer whose JSON is already written. */
export class JsonText {
  readonly text: string | Buffer

  constructor(text: string | Buffer) {
    this.text = text
  }
}

/** Sends JSON without Express's serialization; clients can share bytes. */
export function sendJson(res: Response, json: string | Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(json))
  res.end(json)
}

/** A file of any size for the client to save. */
export class Download {
  readonly name: string
  /** With its charset. */
  readonly type: string
  /** Read as fast as the client takes them. */
  readonly pieces: AsyncIterable<string>

  constructor({ name, type, pieces }: Download) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

/** Streams a file. An error ends it early, so that it looks incomplete. */
export async function sendDownload(
  res: Response,
  { name, type, pieces }: Download,
  log: Logger,
): Promise<void> {
  res.set('Content-Type', type)
  res.set('Content-Disposition', `attachment; filename="${name}"`)
  try {
    await pipeline(Readable.from(pieces), res)
  } catch (error) {
    if (!isDisconnect(error)) log.error({ error, name }, 'http.download_failed')
  }
}

function isDisconnect(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  )
}

/** Serves a text, hashed and compressed once for all clients. */
export function staticText(type: string, text: string): RequestHandler {
  const plain = Buffer.from(text)
  const gzipped = gzipSync(plain)
  const hash = createHash('sha256').update(plain).digest('base64url')
  return (req, res) => {
    // Weak, because both encodings share it.
    res.set({ 'Cache-Control': 'no-cache', ETag: `W/"${hash}"` })
    res.vary('Accept-Encoding').type(type)
    if (!req.acceptsEncodings('gzip')) return void res.send(plain)
    res.set('Content-Encoding', 'gzip').send(gzipped)
  }
}
