import {
  BaseError,
  HttpRequestError,
  RpcRequestError,
  TimeoutError,
} from 'viem'
import { RateLimited } from './rate-limited.ts'

const UNANSWERED = [HttpRequestError, TimeoutError, RateLimited]

/** Code and words of nodes for a call that would fail. */
const REVERTED = 3
const CALL_FAILS =
  /revert|(insufficient|enough) funds|gas required exceeds|out of gas|invalid opcode/i

/** A chain's node did not answer, or not as it should. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
}

/**
 * Reduces an error of viem's to what others may read: its name and the node's
 * own words, if any. Its message holds the URL, and with it a provider's key.
 */
export function rpcFailure(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const refusal = error.walk((cause) => cause instanceof RpcRequestError)
  const isRefused = refusal instanceof RpcRequestError
  const said = isRefused ? wordsOf(refusal) : error.shortMessage
  return new RpcFailure(`${error.name}: ${said}`)
}

/** Whether the node said nothing at all, rather than no. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return UNANSWERED.some((kind) => error.walk((e) => e instanceof kind))
}

/**
 * True when a node says that a call would fail as things are. Any other failure
 * says nothing about the call.
 */
export function isCallRefused(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const refusal = error.walk((cause) => cause instanceof RpcRequestError)
  if (!(refusal instanceof RpcRequestError)) return false
  return refusal.code === REVERTED || CALL_FAILS.test(refusal.details)
}

/** Lists the parts of a node's URL that must not be shown. */
export function secretsOf(url: string): string[] {
  const { host, pathname, searchParams, username, password } = new URL(url)
  const parts = [...pathname.split('/'), ...searchParams.values()]
  const keys = [...parts, username, password].filter(({ length }) => length > 7)
  return [host, ...keys]
}

function wordsOf({ details, url }: RpcRequestError): string {
  return secretsOf(url).reduce(
    (words, secret) => words.replaceAll(secret, '[redacted]'),
    details,
  )
}
