import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startReveal } from './reveal.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watched() {
  const reveal = startReveal()
  const onDue = vi.fn()
  void reveal.due.then(onDue)
  return { reveal, onDue }
}

it('is due after 1500 ms, not before', async () => {
  const { onDue } = watched()
  await vi.advanceTimersByTimeAsync(1_499)
  expect(onDue).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onDue).toHaveBeenCalledOnce()
})

it('is due at once when it is skipped, and leaves no beat behind', async () => {
  const { reveal, onDue } = watched()
  reveal.skip()
  await vi.advanceTimersByTimeAsync(0)
  expect(onDue).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
