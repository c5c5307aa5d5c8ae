import { DomainError } from '#core/errors.ts'

/** Refuses a login, the same for a name that nobody has and for a wrong password. */
export function wrongCredentials(): DomainError {
  return new DomainError(
    'wrong_credentials',
    'Username and password do not match.',
  )
}

/** Refuses what a signed-in player confirms with their password. */
export function wrongPassword(): DomainError {
  return new DomainError('wrong_credentials', 'That is not your password.')
}
