import { DomainError } from '#core/errors.ts'

export const NONCE_UNKNOWN = new DomainError(
  'siwe_nonce_unknown',
  'This sign-in was used already, has expired, or was started in another browser. Try again.',
)

export const NO_ACCOUNT = new DomainError(
  'no_account',
  'No account uses this wallet yet.',
)

/** Its owner gave it a password, and unlinked the wallet. */
export const NAME_TAKEN = new DomainError(
  'username_taken',
  'An account has this wallet’s address as its name. Sign in to it with its password, and link the wallet there.',
)

export const TAKEN = new DomainError(
  'wallet_taken',
  'That wallet signs in to another account already.',
)

export const LINKED = new DomainError(
  'wallet_linked',
  'Another wallet is linked to this account. Unlink it first.',
)

export const LAST_WAY_IN = new DomainError(
  'last_way_in',
  'This wallet is the only way into your account, so it stays linked. Set a password first.',
)

export const OTHER_PURPOSE = new DomainError(
  'siwe_malformed',
  'That message was signed for something else. Start again.',
)

export const NOT_YOURS = new DomainError(
  'wallet_taken',
  'That wallet does not sign in to this account.',
)
