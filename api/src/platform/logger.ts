import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines on standard output. What could be a secret never gets there. */
export function makeLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', '*.password', '*.cookie', '*.authorization'],
      censor: '[redacted]',
    },
  })
}
