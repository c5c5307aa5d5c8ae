import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/** Returns false if `condition` stays false for `withinMs`. Checks it at least once. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() >= deadline) return false
    await sleep(POLL_MS)
  }
  return true
}
