import {
  BaseError,
  HttpRequestError,
  LimitExceededRpcError,
  TimeoutError,
} from 'viem'

const UNANSWERED = [HttpRequestError, TimeoutError, LimitExceededRpcError]

/** A chain's node did not answer, or not as it should. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
}

/**
 * What a failed request may say in a log: viem's own words hold the URL, and
 * with it the key that many RPC providers put there.
 */
export function rpcFailure(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const innermost = error.walk()
  const cause = innermost instanceof BaseError ? innermost : error
  return new RpcFailure(`${cause.name}: ${cause.shortMessage}`)
}

/** Whether the node said nothing at all, rather than no. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return UNANSWERED.some((kind) => error.walk((e) => e instanceof kind))
}
