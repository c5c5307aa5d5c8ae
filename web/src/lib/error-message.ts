import { ApiError } from './call.ts'

/** An error whose message is for the player. */
export class PlayerError extends Error {
  override readonly name = 'PlayerError'
}

/** Returns the message of a refusal, or a fallback. */
export function errorMessage(
  error: Error,
  silence = 'The server didn’t respond. Try again.',
): string {
  if (error instanceof PlayerError) return error.message
  // Only messages of our own API are shown, not a proxy's.
  const message = error instanceof ApiError && error.problem?.message
  return message || silence
}

/** Returns "409: Too much for the house.", the format of the specification. */
export function statusAndMessage(error: Error, silence?: string): string {
  const hasStatus = error instanceof ApiError && error.code !== 'paused'
  return hasStatus ? error.message : errorMessage(error, silence)
}

/** Logs a failure that does not concern the player. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that logs.
  console.info(what, cause)
}
