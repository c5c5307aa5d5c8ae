import { onTestFinished } from 'vitest'

/** Records each distinct value of `look` while the page changes, in order. */
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

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
