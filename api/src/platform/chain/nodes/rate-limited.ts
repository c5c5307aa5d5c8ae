import { BaseError, RpcRequestError } from 'viem'

/** JSON-RPC codes by which providers limit the rate of requests. */
const RATE_CODES: readonly number[] = [429, -32_005, -32_007, -32_090]
const RATE_WORDS =
  /\brate\b|too many requests|request limit|requests? per|per second|throttl|quota|capacity/i
/** Code and words of a reverted call, which a contract chooses. */
const REVERTED = 3
const REVERT_WORDS = /revert/i

/** A node takes no more of our requests for now. */
export class RateLimited extends BaseError {
  override readonly name = 'RateLimited'
  readonly retryAfterMs: number | undefined

  constructor({
    cause,
    retryAfterMs,
  }: {
    cause?: Error
    retryAfterMs?: number | undefined
  } = {}) {
    super('The node limits the rate of our requests.', cause && { cause })
    this.retryAfterMs = retryAfterMs
  }
}

/** Fetches, and throws RateLimited for HTTP 429, whatever its body says. */
export async function fetchUnlessLimited(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 429) return response
  await response.body?.cancel()
  const retryAfter = response.headers.get('Retry-After')
  throw new RateLimited({ retryAfterMs: retryAfterMs(retryAfter) })
}

/**
 * Returns RateLimited for a failure that means so, and any other failure as it
 * is. For eth_getLogs, -32005 usually refuses the range of blocks instead.
 */
export function rateLimitedOr(error: unknown, method: string): unknown {
  if (!(error instanceof BaseError)) return error
  const limited = error.walk((cause) => cause instanceof RateLimited)
  if (limited) return limited
  if (!(error instanceof RpcRequestError)) return error
  const { code, details } = error
  if (code === REVERTED || REVERT_WORDS.test(details)) return error
  const isRangeCode = method === 'eth_getLogs' && code === -32_005
  const isLimited =
    (RATE_CODES.includes(code) && !isRangeCode) || RATE_WORDS.test(details)
  return isLimited ? new RateLimited({ cause: error }) : error
}

/** Reads seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds)
    ? seconds * 1_000
    : Date.parse(header) - Date.now()
  return ms > 0 ? ms : undefined
}
