import { act, configure, getConfig } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'

const { getElementError } = getConfig()

// Printing the page is slow, and repeated queries discard the text.
configure({
  getElementError: (message, container) => {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    const get = () => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { configurable: true, get })
  },
})

/** Makes waits for the page advance the fake clock instead. */
export function fastTime(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    // Testing Library detects only Jest's fake clock.
    const advanceTimersByTime = (ms: number) => vi.advanceTimersByTime(ms)
    vi.stubGlobal('jest', { advanceTimersByTime })
  })
}

/** Advances the fake clock, and runs the timers that are due. */
export function passes(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}
