import { DomainError } from '#core/errors.ts'

/** Refuses a login, the same for a name that nobody has and for a wrong password. */
export function wrongCredentials(): DomainError {
  return new DomainError(
    'wrong_credentials',
    'Username and password do not match.',
  )
}
