import { ApiError } from './api-client.ts'

/** What the house said to a request that failed, or that it said nothing. */
export function toldBy(
  error: Error,
  silence = 'The house did not answer. Try again.',
): string {
  // A proxy's words are for nobody: only those of our own API are shown.
  const told = error instanceof ApiError && error.problem?.message
  return told || silence
}
