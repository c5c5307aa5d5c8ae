import { ApiError } from './call.ts'

/** An error whose message is for the player. */
export class PlayerError extends Error {
  override readonly name = 'PlayerError'
}

/** The API's words for a refusal, or that none came. */
export function errorMessage(
  error: Error,
  silence = 'The server did not answer. Try again.',
): string {
  if (error instanceof PlayerError) return error.message
  // A proxy's words are for nobody: only those of our own API are shown.
  const message = error instanceof ApiError && error.problem?.message
  return message || silence
}

/** "409: Too much for the house.", where the specification has it so. */
export function statusAndMessage(error: Error, silence?: string): string {
  const hasStatus = error instanceof ApiError && error.code !== 'paused'
  return hasStatus ? error.message : errorMessage(error, silence)
}

/** Notes what went wrong and is nothing to the player. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it.
  console.info(what, cause)
}
