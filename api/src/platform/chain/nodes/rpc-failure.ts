import {
  BaseError,
  HttpRequestError,
  LimitExceededRpcError,
  RpcRequestError,
  TimeoutError,
} from 'viem'

const UNANSWERED = [HttpRequestError, TimeoutError, LimitExceededRpcError]

/** A chain's node did not answer, or not as it should. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
}

/**
 * What a failed request may say in a log: the node's own words, where it had
 * any. viem's hold the URL, and with it the key that many providers put there.
 */
export function rpcFailure(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const refusal = error.walk((cause) => cause instanceof RpcRequestError)
  const isRefused = refusal instanceof RpcRequestError
  const said = isRefused ? refusal.details : error.shortMessage
  return new RpcFailure(`${error.name}: ${said}`)
}

/** Whether the node said nothing at all, rather than no. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return UNANSWERED.some((kind) => error.walk((e) => e instanceof kind))
}
