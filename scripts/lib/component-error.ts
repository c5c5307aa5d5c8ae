import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { LaunchError } from './launch-error.ts'

const TAIL_LINES = 30
const TAIL_BYTES = 16_384

/** Names the part that failed, why, and what it said last. */
export function componentError(
  name: string,
  reason: string,
  logFile: string,
): LaunchError {
  const lines = [`${name} ${reason}. Its log: ${logFile}`, ...tail(logFile)]
  return new LaunchError(lines.join('\n  | '))
}

// A log may be large after days; only its end is read.
function tail(logFile: string): string[] {
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
