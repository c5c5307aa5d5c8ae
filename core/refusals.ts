import { countText } from './count-text.ts'
import { byDailyLimit, type DailyLimitKind } from './protection/daily-limits.ts'

const LIMIT_NOUNS = byDailyLimit(({ noun }) => noun)

const CLOSED = {
  over: 'This game is over.',
  started: 'This game has started. Betting reopens once it’s live.',
  not_offered: 'This bet isn’t offered right now.',
  stale: 'These odds are too old to bet on. Wait for the next update.',
}

/** Shows the round as it stands now: a refused player may have an older view. */
type OpenRound = { legalActions: unknown; state: object }

/**
 * Maps each refusal's name to its HTTP status, or to the code it is sent as, and
 * to the sentence for the player. The name is sent next to the code, as `refusal`:
 * search for it to find what throws it. Clients rely on all three.
 */
export const REFUSALS = {
  account_frozen: says(
    403,
    ({ reason }: { reason: string }) =>
      `Your account is frozen. Reason: ${reason}`,
  ),
  anchor_unknown: says('not_found', 'This is not anchored.'),
  balance_limit: says(
    409,
    'A win could be more than a balance can hold. Try a smaller bet.',
  ),
  bet_not_taken: says(
    'unavailable',
    'The bet couldn’t be placed in time. No coins were taken. Try again.',
  ),
  bet_unknown: says(
    'unavailable',
    'The bet couldn’t be settled in time and may have counted. Check your history.',
  ),
  bet_unsettled: says(
    'unavailable',
    'The bet couldn’t be settled in time. Send it again with the same Idempotency-Key. It counts only once.',
  ),
  bets_waiting: says(
    'too_many_requests',
    ({ retryAfter }: { retryAfter: number }) =>
      `Too many of your bets are waiting. This one wasn’t placed. Try again in ${retryAfter} s.`,
  ),
  betting_closed: says(
    409,
    ({ reason }: { reason: keyof typeof CLOSED }) => CLOSED[reason],
  ),
  body_not_json: says('invalid_request', 'The body is not JSON'),
  body_too_large: says('invalid_request', 'The request is over 16 kB'),
  chain_unreachable: says(
    'unavailable',
    'The chain can’t be reached right now. Try again in a moment.',
  ),
  checks_busy: says(
    'unavailable',
    'Many payments are being checked right now. Try again in a few seconds.',
  ),
  credit_above_balance_limit: says(
    'balance_limit',
    'The balance can’t hold this credit, so the deposit stays pending.',
  ),
  cross_site: says('forbidden', 'Requests from other sites are refused.'),
  database_away: says(
    'unavailable',
    'The database can’t be reached right now. Nothing was lost. Try again.',
  ),
  deposit_by_house: says(
    'illegal_action',
    'This deposit came from one of the casino’s own accounts, so it can’t be credited.',
  ),
  deposit_changed: says(
    'illegal_action',
    'This deposit has just changed. Check it again.',
  ),
  deposit_not_final: says(
    'illegal_action',
    'This deposit isn’t in a final block yet. Try again in a moment.',
  ),
  deposit_not_on_chain: says(
    'illegal_action',
    'This payment isn’t on the chain.',
  ),
  deposit_not_received: says(
    'illegal_action',
    'The wallet hasn’t received enough to cover this deposit on top of its settled ones.',
  ),
  deposit_settles: says(
    'illegal_action',
    'This deposit is settled automatically. There is nothing to decide.',
  ),
  deposit_unknown: says('not_found', 'There is no such deposit.'),
  deposit_untraced: says(
    'illegal_action',
    'This deposit has no matching transaction. It’s checked every few seconds.',
  ),
  deposit_without_history: says(
    'illegal_action',
    'No node still has the old state that shows how much this wallet received.',
  ),
  deposit_without_value: says(
    'illegal_action',
    'This deposit is worth no coins, or more than any balance can hold.',
  ),
  deposits_off: says(
    'unavailable',
    'Deposits are off: this casino isn’t connected to a chain.',
  ),
  epoch_unknown: says(
    409,
    ({ epoch }: { epoch: number }) =>
      `The root of epoch ${epoch} hasn’t been published.`,
  ),
  faucet_busy: says(
    'unavailable',
    'The faucet is busy right now. Try again in a few seconds.',
  ),
  faucet_empty: says(
    'unavailable',
    'The faucet is empty: what’s left pays for the casino’s own gas.',
  ),
  faucet_recipient: says(
    'forbidden',
    'The faucet only pays to your own wallet, not to a deposit address, a contract or one of the casino’s accounts.',
  ),
  forbidden: says(403, 'This is for operators only.'),
  game_not_paused: says(
    'not_found',
    ({ gameType }: { gameType: string }) => `${gameType} was not paused.`,
  ),
  game_unknown: says('not_found', 'There is no such game.'),
  house_limit: says(409, ({ largestStake }: { largestStake: number }) =>
    largestStake > 0
      ? `The house can’t cover a win that big right now. You can bet up to ${countText(largestStake, 'coin')}.`
      : 'The house can’t cover a win that big right now. Try again later.',
  ),
  illegal_action: ofRound(409, 'The rules don’t allow that right now.'),
  insufficient_coins: says(
    409,
    ({ balance, price }: { balance: number; price: number }) =>
      `This bet costs ${countText(price, 'coin')}, and you have ${balance}.`,
  ),
  internal: says(
    500,
    'Something broke on our side. Check your history before you try again.',
  ),
  invalid_request: says(400, ({ message }: Misfit) => message),
  key_reused: says(409, 'This Idempotency-Key was used for another request.'),
  last_way_in: says(
    409,
    'This wallet is the only way into your account, so it stays linked. Set a password first.',
  ),
  metrics_private: says('forbidden', 'Metrics are for this machine only.'),
  no_account: says(404, 'No account uses this wallet yet.'),
  no_open_round: ofRound('illegal_action', 'No round is open.'),
  no_wallet: says(
    'not_found',
    'You don’t have a wallet yet. Generate one first.',
  ),
  not_found: says(404, 'There is nothing at this path.'),
  not_frozen: says('not_found', 'This account is not frozen.'),
  odds_changed: says(409, ({ point, price }: Odds) => {
    const line = point === null ? '' : ` with a line of ${point}`
    return `The odds have changed to ${price > 0 ? '+' : ''}${price}${line}.`
  }),
  on_break: says('player_limit', ({ coolOffUntil }: Break) => {
    const [day, time = ''] = coolOffUntil.split('T')
    return `You are on a break until ${day}, ${time.slice(0, 5)} UTC.`
  }),
  operator_out_of_reach: says(
    'forbidden',
    'Tokens can’t freeze or unfreeze operators.',
  ),
  other_player: says(
    'forbidden',
    'Another player has signed in since. Reload the page.',
  ),
  password_set: says(409, 'Your account already has a password.'),
  paused: says(503, ({ gameType, reason }: Pause) =>
    reason
      ? `${gameType} is paused: ${reason}`
      : `${gameType} is paused for now.`,
  ),
  payment_unknown: says(
    'not_found',
    'We can’t find this transaction. Check that it’s on this network and already mined.',
  ),
  payout_above_balance_limit: says(
    'balance_limit',
    'The payout is more than a balance can hold.',
  ),
  player_limit: says(
    409,
    ({ left, limit, most }: ReachedLimit) =>
      `Your daily ${LIMIT_NOUNS[limit]} limit of ${countText(most, 'coin')} leaves ${left} for today. It resets at midnight UTC.`,
  ),
  player_unknown: says('not_found', 'There is no such player.'),
  race_running: says(
    409,
    'Betting on this race is closed. The next one opens in a moment.',
  ),
  record_unknown: says('not_found', 'Game verification data not found'),
  referral_taken: says(409, 'This referral code belongs to another wallet.'),
  request_unreadable: says('invalid_request', 'The request can’t be read'),
  restarting: says(
    'unavailable',
    'The casino is restarting. No coins were taken. Try again soon.',
  ),
  root_unknown: says('not_found', 'There is no such root.'),
  round_ended_by_restore: ofRound(
    'illegal_action',
    'This round is from before the casino was restored. It ends automatically within a minute.',
  ),
  round_moved_on: ofRound(
    'illegal_action',
    'This round has moved on, maybe in another tab.',
  ),
  round_open: ofRound(
    409,
    'You have an open round of this game. Finish it first.',
  ),
  sign_in_changed: says(
    'signed_out',
    'The way you sign in to this account has changed. Sign in again.',
  ),
  signed_out: says(401, 'Sign in to continue.'),
  siwe_expired: says(
    403,
    'The message has expired. Try again and sign the new one.',
  ),
  siwe_malformed: says(
    400,
    'That isn’t a sign-in message. Request a new one and sign it unchanged.',
  ),
  siwe_nonce_unknown: says(
    403,
    'This sign-in was already used, has expired, or was started in another browser. Try again.',
  ),
  siwe_not_yet_valid: says(
    403,
    'The message is not valid yet. Check your device’s clock.',
  ),
  siwe_other_purpose: says(
    'siwe_malformed',
    'That message was signed for something else. Start again.',
  ),
  siwe_wrong_chain: says(
    403,
    ({ chainId, signedFor }: { chainId: number; signedFor: number }) =>
      `The message is for chain ${signedFor}, and this casino is on ${chainId}. Switch your wallet’s network and try again.`,
  ),
  siwe_wrong_domain: says(
    403,
    ({ origin, signedFor }: { origin: string; signedFor: string }) =>
      `The message is for ${signedFor}. Open ${origin} and sign in there.`,
  ),
  siwe_wrong_signature: says(
    403,
    ({ address }: { address: string }) =>
      `The signature isn’t from ${address}. Pick that account in your wallet, or start again.`,
  ),
  sweep_account_missing: says(
    'unavailable',
    'There is no account to sweep with. Set OPERATOR_PRIVATE_KEY.',
  ),
  sweep_asset_missing: says(
    'illegal_action',
    'Choose the asset that the minimum applies to.',
  ),
  sweep_empty: says('illegal_action', 'There is nothing to move.'),
  sweep_running: says('illegal_action', 'A sweep is already running.'),
  sweep_unknown: says('not_found', 'There is no such sweep.'),
  token_out_of_scope: says(
    'forbidden',
    'This token doesn’t allow that action.',
  ),
  token_unknown: says('not_found', 'There is no such active token.'),
  token_void: says(
    'signed_out',
    'This token is unknown, has expired or was revoked.',
  ),
  too_busy: says(
    'unavailable',
    'The casino is very busy right now. Nothing was changed. Try again.',
  ),
  too_many_of: says(
    'too_many_requests',
    ({ per, requests, retryAfter }: RateLimit) => {
      const minutes = retryAfter / 60
      const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
      return `Too many ${requests}${per === 'network' ? ' from here' : ''}. Try again in ${wait}.`
    },
  ),
  too_many_requests: says(
    429,
    ({ retryAfter }: { retryAfter: number }) =>
      `Too many requests at once. Try again in ${retryAfter} s.`,
  ),
  too_many_tries: says(
    'too_many_requests',
    ({ retryAfter }: { retryAfter: number }) =>
      `Too many failed attempts. Wait ${countText(retryAfter, 'second')}.`,
  ),
  treasury_is_contract: says(
    'illegal_action',
    'TREASURY_ADDRESS is one of the casino’s own contracts.',
  ),
  treasury_is_wallet: says(
    'illegal_action',
    'TREASURY_ADDRESS is a player’s wallet.',
  ),
  treasury_unset: says(
    'illegal_action',
    'Set TREASURY_ADDRESS to the account that receives the wallets’ balances.',
  ),
  unavailable: says(503, 'Something broke on our side. No coins were taken.'),
  unpaid: says(
    'not_found',
    'This transaction didn’t pay your wallet: it failed, paid someone else, or used an asset we don’t accept.',
  ),
  username_taken: says(409, 'That username is taken.'),
  wallet_linked: says(
    409,
    'Another wallet is linked to this account. Unlink it first.',
  ),
  wallet_name_taken: says(
    'username_taken',
    'An account has this wallet’s address as its username. Sign in to it with its password, and link the wallet there.',
  ),
  wallet_not_linked: says(
    'wallet_taken',
    'That wallet isn’t linked to this account.',
  ),
  wallet_taken: says(409, 'That wallet is already linked to another account.'),
  wrong_credentials: says(401, 'Username and password do not match.'),
  wrong_password: says('wrong_credentials', 'That is not your password.'),
}

type Break = { limit: 'coolOff'; coolOffUntil: string }
type ReachedLimit = {
  limit: DailyLimitKind
  most: number
  left: number
}
type Misfit = { message: string; issues: readonly object[] }
type Odds = { price: number; point: number | null; bookmaker: string }
type Pause = { gameType: string; reason: string | null }
type RateLimit = {
  per: 'network' | 'player'
  requests: string
  retryAfter: number
}
type None = Record<string, never>

function says<const S extends number | string, P = None>(
  sent: S,
  sentence: string | ((params: P) => string),
) {
  const text = typeof sentence === 'string' ? () => sentence : sentence
  return { sent, text }
}

function ofRound<const S extends number | string>(sent: S, sentence: string) {
  return says<S, OpenRound>(sent, sentence)
}

type Refusals = typeof REFUSALS
export type RefusalName = keyof Refusals
/** Names with a status of their own; all others are sent as one of these. */
export type RefusalCode = {
  [N in RefusalName]: Refusals[N]['sent'] extends number ? N : never
}[RefusalName]
type Params<N extends RefusalName> = Parameters<Refusals[N]['text']>[0]

export const REFUSAL_NAMES = Object.keys(REFUSALS)
export const REFUSAL_CODES = Object.entries(REFUSALS).flatMap(
  ([name, { sent }]) => (typeof sent === 'number' ? name : []),
)

/** Refuses a request for a reason that the caller can act on. */
export class Refusal<N extends RefusalName = RefusalName> extends Error {
  override readonly name = 'Refusal'
  readonly refusal: RefusalName
  readonly code: RefusalCode
  /** Sent beside name, code and message. */
  readonly params: Readonly<Record<string, unknown>>

  constructor(name: N, ...params: None extends Params<N> ? [] : [Params<N>])
  constructor(name: RefusalName, params: Record<string, unknown> = {}) {
    const { text }: Said = REFUSALS[name]
    super(text(params))
    this.refusal = name
    this.code = isCode(name) ? name : REFUSALS[name].sent
    this.params = params
  }
}

/** Loose on purpose: the constructor's first signature checks the parameters. */
type Said = { text(params: object): string }

function isCode(name: RefusalName): name is RefusalCode {
  return typeof REFUSALS[name].sent === 'number'
}
