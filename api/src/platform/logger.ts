import { type DestinationStream, type Logger, pino } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/** JSON lines, on standard output if not said otherwise. What could be a secret never gets there. */
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
