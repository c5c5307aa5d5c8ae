import { vi } from 'vitest'

/** Waits until a claim holds, as long as a busy machine may take. */
export function eventually<T>(claim: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(claim, { timeout: 120_000, interval: 50 })
}
