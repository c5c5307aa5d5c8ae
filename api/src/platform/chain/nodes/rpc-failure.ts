import {
  BaseError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'

/** Code and messages for a call that reverts. */
const REVERTED = 3
const CALL_FAILS =
  /revert|(insufficient|enough) funds|gas required exceeds|out of gas|invalid opcode/i
/** JSON-RPC codes and messages of rate limits. */
const RATE_CODES: readonly number[] = [429, -32_005, -32_007, -32_090]
const RATE_MESSAGE =
  /\brate\b|too many requests|request limit|requests? per|per second|throttl|quota|capacity/i
const BLOCK_MISSING = /header not found/i
/** A contract chooses this message, so it may look like a rate limit. */
const REVERT_MESSAGE = /revert/i

/** A node failed, without its URL, which can hold an API key. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
}

/**
 * Reduces one of viem's errors to its name and the node's message. viem's own
 * message contains the URL, and with it a provider's API key.
 */
export function rpcFailure(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const refusal = findCause(error, RpcRequestError)
  const said = refusal ? getDetails(refusal) : error.shortMessage
  return new RpcFailure(`${error.name}: ${said}`)
}

/** True for a failure to answer, false for an error that the node returned. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return [HttpRequestError, TimeoutError, RateLimited].some(
    (kind) => findCause<Error>(error, kind) !== undefined,
  )
}

/** True when a node doesn't have the block of a read. */
export function isBlockMissing(error: unknown): boolean {
  return BLOCK_MISSING.test(findCause(error, RpcRequestError)?.details ?? '')
}

/** Returns viem's underlying error of a kind. */
export function findCause<T extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => T,
): T | undefined {
  if (!(error instanceof BaseError)) return undefined
  const cause = error.walk((one) => one instanceof kind)
  return cause instanceof kind ? cause : undefined
}

/** True when a node refuses a range of logs, rather than fails to answer. */
export function isLogsRejection(error: unknown): boolean {
  // Providers may refuse by HTTP status.
  const status = findCause(error, HttpRequestError)?.status
  if (status === 400 || status === 413) return true
  return !isUnanswered(error)
}

/** True when a node says that a call would revert now. */
export function isCallRejected(error: unknown): boolean {
  const failure = findCause(error, RpcRequestError)
  if (!failure) return false
  return failure.code === REVERTED || CALL_FAILS.test(failure.details)
}

/** Lists the parts of a node's URL that must not be shown. */
export function getSecrets(url: string): string[] {
  const { host, pathname, searchParams, username, password } = new URL(url)
  const parts = [...pathname.split('/'), ...searchParams.values()]
  const keys = [...parts, username, password].filter(({ length }) => length > 7)
  return [host, ...keys]
}

function getDetails({ details, url }: RpcRequestError): string {
  return getSecrets(url).reduce(
    (text, secret) => text.replaceAll(secret, '[redacted]'),
    details,
  )
}

/** A node rejected a request by its rate limit. */
export class RateLimited extends BaseError {
  override readonly name = 'RateLimited'
  readonly retryAfterMs: number | undefined

  constructor(
    options: { cause?: Error; retryAfterMs?: number | undefined } = {},
  ) {
    super('The node limits the rate of our requests.', options)
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Fetches without redirects. @throws RateLimited for HTTP 429 */
export async function fetchUnlessLimited(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.status !== 429) return response
  await response.body?.cancel()
  const retryAfter = response.headers.get('Retry-After')
  throw new RateLimited({ retryAfterMs: retryAfterMs(retryAfter) })
}

/**
 * Maps rate limit failures to RateLimited and returns any other unchanged. For
 * eth_getLogs, -32005 usually rejects the range of blocks instead.
 */
export function rateLimitedOr(error: unknown, method: string): unknown {
  const limited = findCause(error, RateLimited)
  if (limited) return limited
  if (!(error instanceof RpcRequestError)) return error
  const { code, details } = error
  if (code === REVERTED || REVERT_MESSAGE.test(details)) return error
  const isRangeCode = method === 'eth_getLogs' && code === -32_005
  const isLimited =
    (RATE_CODES.includes(code) && !isRangeCode) || RATE_MESSAGE.test(details)
  return isLimited ? new RateLimited({ cause: error }) : error
}

function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds)
    ? seconds * 1_000
    : Date.parse(header) - Date.now()
  return ms > 0 ? ms : undefined
}
