/** Every way a request can be refused, and the HTTP status that goes with it. */
export const REFUSALS = {
  account_frozen: 403,
  balance_limit: 409,
  betting_closed: 409,
  epoch_unknown: 409,
  forbidden: 403,
  house_limit: 409,
  illegal_action: 409,
  insufficient_coins: 409,
  key_reused: 409,
  last_way_in: 409,
  no_account: 404,
  not_found: 404,
  odds_changed: 409,
  password_set: 409,
  paused: 503,
  player_limit: 409,
  race_running: 409,
  referral_taken: 409,
  round_open: 409,
  signed_out: 401,
  siwe_expired: 403,
  siwe_malformed: 400,
  siwe_nonce_unknown: 403,
  siwe_not_yet_valid: 403,
  siwe_wrong_chain: 403,
  siwe_wrong_domain: 403,
  siwe_wrong_signature: 403,
  too_many_requests: 429,
  unavailable: 503,
  username_taken: 409,
  wallet_linked: 409,
  wallet_taken: 409,
  wrong_credentials: 401,
} as const

export type ErrorCode = keyof typeof REFUSALS

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
