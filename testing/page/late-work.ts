import { vi } from 'vitest'
import { assert } from '#core/assert.ts'
import { forgetUnanswered } from '../../web/src/lib/call.ts'
import { noteServer } from '../../web/src/lib/server-presence.ts'

/** What timers of the running test will do. Files of a worker share this. */
const pending = new Map<NodeJS.Timeout, () => void>()
const { setImmediate } = globalThis
const FLUSHES_MAX = 100
let isOver = new AbortController()

globalThis.setTimeout = tracked(setTimeout)
globalThis.clearTimeout = untracked(clearTimeout)

/** Aborts the requests of a page whose test is over. */
export function testSignal(): AbortSignal {
  return isOver.signal
}

export function beginTest(): void {
  isOver = new AbortController()
}

/**
 * Brings what a page still does after its test to an end at once: rounds that
 * play, requests on their way, pauses before the next try. Left to itself it
 * would show in another test.
 */
export async function endTest(): Promise<void> {
  forgetUnanswered()
  isOver.abort()
  // Requests that pause before they are sent again give up.
  noteServer('here')
  let flushes = 0
  do {
    assert(flushes < FLUSHES_MAX, 'no page starts timers for ever')
    flushes += 1
    await runTimers()
  } while (pending.size > 0 || (vi.isFakeTimers() && vi.getTimerCount() > 0))
  // In this order a spy on a fake timer does not bring it back.
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** Runs what is due at any time; what that starts is left for the next call. */
async function runTimers(): Promise<void> {
  if (vi.isFakeTimers()) await vi.runOnlyPendingTimersAsync()
  const due = [...pending]
  for (const [timer, act] of due) {
    clearTimeout(timer)
    act()
  }
  // What waited for that, or for an aborted request, goes on.
  await new Promise((resolve) => setImmediate(resolve))
}

function tracked(start: typeof setTimeout): typeof setTimeout {
  return new Proxy(start, {
    apply(_start, self, [act, ...rest]) {
      const [, ...args] = rest
      const run = () => {
        pending.delete(timer)
        act(...args)
      }
      const timer: NodeJS.Timeout = Reflect.apply(start, self, [run, ...rest])
      pending.set(timer, run)
      return timer
    },
  })
}

function untracked(stop: typeof clearTimeout): typeof clearTimeout {
  return (timer) => {
    if (typeof timer === 'object') pending.delete(timer)
    stop(timer)
  }
}
