import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Logger } from '../logger.ts'

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

/**
 * Streams a file. An error cuts it off before its end, so that the client does
 * not take it for complete; a client that leaves is no error.
 */
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
    if (!isLeft(error)) log.error({ error, name }, 'http.download_failed')
  }
}

function isLeft(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  )
}
