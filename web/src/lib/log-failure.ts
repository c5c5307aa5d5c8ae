/** Notes what went wrong and is nothing to the player. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it.
  console.info(what, cause)
}
