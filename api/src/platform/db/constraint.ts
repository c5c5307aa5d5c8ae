import { DatabaseError } from 'pg'

/** The name of the constraint that refused a statement; drizzle wraps the error. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof DatabaseError ? cause.constraint : undefined
}
