import { DatabaseError } from 'pg'

/** Class 08: connection exceptions; 57P: the server is going or coming. */
const AWAY_STATE = /^(08|57P)/
const AWAY_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
/** What the driver says when it has no code for it. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** Whether the database itself refused a statement: nothing of it was kept. */
export function isRefusal(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof DatabaseError && !AWAY_STATE.test(cause.code ?? '')
}

/** Whether the database could not be reached, or went away meanwhile. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = causeOf(error)
  if (cause instanceof DatabaseError) return AWAY_STATE.test(cause.code ?? '')
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  return AWAY_CODE.test(code) || AWAY_MESSAGE.test(cause.message)
}

/** The name of the constraint that refused a statement. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = causeOf(error)
  return cause instanceof DatabaseError ? cause.constraint : undefined
}

/** drizzle wraps the driver's error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error
}
