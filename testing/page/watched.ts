import { expect, onTestFinished } from 'vitest'

/** All that something on the page was while the page stood, in order. */
export function watched<T>(page: HTMLElement, look: () => T): T[] {
  const seen: T[] = []
  const observer = new MutationObserver(() => {
    const now = look()
    if (!isSame(now, seen.at(-1))) seen.push(now)
  })
  observer.observe(page, { subtree: true, childList: true })
  onTestFinished(() => observer.disconnect())
  return seen
}

/**
 * Claims that what was seen came in the order of these steps, and nothing else.
 * A machine that is held up may skip one, but not most of them.
 */
export function expectInOrder(
  seen: readonly unknown[],
  steps: readonly unknown[],
): void {
  expect(seen.length, 'steps seen').toBeGreaterThanOrEqual(steps.length / 2)
  let at = 0
  for (const one of seen) {
    const found = steps.slice(at).findIndex((step) => isSame(step, one))
    expect(found, `${JSON.stringify(one)} comes out of turn`).not.toBe(-1)
    at += found + 1
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
