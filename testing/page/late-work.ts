import { vi } from 'vitest'
import { assert } from '#core/assert.ts'
import { forgetUnanswered } from '../../web/src/lib/call.ts'
import { noteServer } from '../../web/src/lib/server-presence.ts'

/** Callbacks of pending timers. All test files of a worker share this map. */
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
 * Ends what a page still does after its test: animated rounds, pending requests,
 * pauses before a retry. Otherwise it would affect the next test.
 */
export async function endTest(): Promise<void> {
  forgetUnanswered()
  isOver.abort()
  // Cancels requests that wait for a retry.
  noteServer('here')
  let flushes = 0
  do {
    assert(flushes < FLUSHES_MAX, 'a page keeps starting timers')
    flushes += 1
    await runTimers()
  } while (pending.size > 0 || (vi.isFakeTimers() && vi.getTimerCount() > 0))
  // Mocks first: restoring a spy on a fake timer would bring that timer back.
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

/** Runs the pending timers, but not those that they start. */
async function runTimers(): Promise<void> {
  if (vi.isFakeTimers()) await vi.runOnlyPendingTimersAsync()
  const due = [...pending]
  for (const [timer, act] of due) {
    clearTimeout(timer)
    act()
  }
  // Lets code continue that waited for a timer or an aborted request.
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
