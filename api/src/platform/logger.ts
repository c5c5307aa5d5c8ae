import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import { rpcFailure } from './chain/nodes/rpc-failure.ts'

export type { Logger }

/** Writes JSON lines, without secrets, to standard output by default. */
export function makeLogger(
  level: string,
  lines: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: loggedError },
    redact: {
      paths: ['password', '*.password', '*.cookie', '*.authorization'],
      censor: '[redacted]',
    },
  }
  return pino(options, lines)
}

/** Serializes an error without secrets in parameters, rows and node URLs. */
function loggedError(thrown: unknown): object {
  const error = rpcFailure(thrown)
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, cause } = error
  const known = { name, message, frames: listFrames(thrown) }
  const more =
    cause === undefined ? known : { ...known, cause: loggedError(cause) }
  if (error instanceof DrizzleQueryError) {
    return { ...more, message: 'Failed query', query: error.query }
  }
  if (error instanceof DatabaseError) {
    const { code, constraint, table } = error
    return { ...more, code, constraint, table }
  }
  return 'code' in error ? { ...more, code: error.code } : more
}

/** Returns the stack without the message, which is logged already. */
function listFrames(thrown: unknown): string[] {
  const { stack = '' } = thrown instanceof Error ? thrown : {}
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
}
