import { DatabaseError } from 'pg'

/** Class 08: connection exceptions; 57P: the server is going or coming. */
const LOST = /^(08|57P)/

/** Whether it is unknown what became of the statement that failed so. */
export function isConnectionLost(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if (cause instanceof DatabaseError) return LOST.test(cause.code ?? '')
  return cause instanceof Error
}
