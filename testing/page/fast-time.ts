import { act, configure, getConfig } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'

const { getElementError } = getConfig()

// Printing the page is slow: a query that a wait repeats throws it away.
configure({
  getElementError: (message, container) => {
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    const get = () => getElementError(message, container).message
    return Object.defineProperty(error, 'message', { configurable: true, get })
  },
})

/** Lets each wait for the page move the clock on, instead of waiting. */
export function fastTime(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    // Testing Library knows the fake clock of Jest only.
    const advanceTimersByTime = (ms: number) => vi.advanceTimersByTime(ms)
    vi.stubGlobal('jest', { advanceTimersByTime })
  })
}

/** Lets so much time pass, and what is due in it happen. */
export function passes(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}
