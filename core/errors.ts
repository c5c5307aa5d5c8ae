/** Every way a request can be refused. The HTTP status lives in api, not here. */
export type ErrorCode =
  | 'balance_limit'
  | 'epoch_unknown'
  | 'forbidden'
  | 'house_limit'
  | 'illegal_action'
  | 'insufficient_coins'
  | 'key_reused'
  | 'last_way_in'
  | 'no_account'
  | 'not_found'
  | 'password_set'
  | 'paused'
  | 'player_limit'
  | 'round_open'
  | 'signed_out'
  | 'siwe_expired'
  | 'siwe_malformed'
  | 'siwe_nonce_unknown'
  | 'siwe_not_yet_valid'
  | 'siwe_wrong_chain'
  | 'siwe_wrong_domain'
  | 'siwe_wrong_signature'
  | 'too_many_requests'
  | 'unavailable'
  | 'username_taken'
  | 'wallet_linked'
  | 'wallet_taken'
  | 'wrong_credentials'

/** A refusal the caller can act on. Throw it; never return it. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  /** @param message one sentence or two, fit to show to the player. */
  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Stops the program when our own reasoning is wrong. Never use it on player input. */
export function assert(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new Error(`Invariant broken: ${invariant}`)
}
