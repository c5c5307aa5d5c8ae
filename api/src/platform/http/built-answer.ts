import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { RequestHandler } from 'express'

/**
 * Serves one text that is hashed and compressed once. Clients that stop reading
 * share its buffers.
 *
 * @param type as for `res.type`.
 */
export function builtAnswer(type: string, text: string): RequestHandler {
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
