import { DomainError } from '#core/errors.ts'

/** Refuses what only a player may do. */
export function signedOut(): DomainError {
  return new DomainError('signed_out', 'Sign in to go on.')
}
