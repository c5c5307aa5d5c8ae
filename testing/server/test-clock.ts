import type { Clock } from '../../api/src/platform/clock.ts'

/** A clock that stands still until it is moved on. */
export function testClock(start = new Date()): {
  clock: Clock
  advance(ms: number): void
} {
  let nowMs = start.getTime()
  return {
    clock: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms
    },
  }
}
