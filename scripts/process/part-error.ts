import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { LaunchError } from '../cli/launch-error.ts'

const TAIL_LINES = 30
const TAIL_BYTES = 16_384

type Failure = { reason: string; logFile: string; cause?: unknown }

/** A part that failed, with the reason and the end of its log. */
export class PartError extends LaunchError {
  override name = 'PartError'
  readonly logLines: readonly string[]
  readonly logFile: string

  constructor(part: string, { reason, logFile, cause }: Failure) {
    const logLines = tail(logFile)
    const head = `${part} ${reason}. Its log: ${logFile}`
    super([head, ...logLines].join('\n  | '), { cause })
    this.logLines = logLines
    this.logFile = logFile
  }
}

function tail(logFile: string): string[] {
  // Missing once the data directory is deleted.
  if (!existsSync(logFile)) return []
  const file = openSync(logFile, 'r')
  try {
    const { size } = fstatSync(file)
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(file, buffer, 0, buffer.length, size - buffer.length)
    const text = buffer.toString('utf8').trimEnd()
    return text === '' ? [] : text.split('\n').slice(-TAIL_LINES)
  } finally {
    closeSync(file)
  }
}
