import type { Clock } from '../../api/src/platform/clock.ts'

/** Makes a clock that only the test advances. */
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
