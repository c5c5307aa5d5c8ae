import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Logger } from '../logger.ts'

type File = {
  name: string
  /** With its charset. */
  type: string
  /** Made as fast as the client takes them, and no faster. */
  pieces: AsyncIterable<string>
}

/**
 * Sends a file of any size to be saved. One that breaks off is cut off before
 * its end, so that nobody takes it for whole; a client that leaves is no error.
 */
export async function sendFile(
  res: Response,
  { name, type, pieces }: File,
  log: Logger,
): Promise<void> {
  res.set('Content-Type', type)
  res.set('Content-Disposition', `attachment; filename="${name}"`)
  try {
    await pipeline(Readable.from(pieces), res)
  } catch (error) {
    if (!isLeft(error)) log.error({ error, name }, 'file broke off')
  }
}

function isLeft(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  )
}
