import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { playTimeline } from './timeline.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watched() {
  const onBeat = vi.fn()
  const timeline = playTimeline(1_500, [{ atMs: 960, act: onBeat }])
  const onEnd = vi.fn()
  void timeline.end.then(onEnd)
  return { timeline, onBeat, onEnd }
}

it('plays each beat in its time and ends after the last, not before', async () => {
  const { onBeat, onEnd } = watched()
  await vi.advanceTimersByTimeAsync(959)
  expect(onBeat).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(540)
  expect(onBeat).toHaveBeenCalledOnce()
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('ends at once when it is skipped, and leaves no beat behind', async () => {
  const { timeline, onBeat, onEnd } = watched()
  timeline.skip()
  await vi.advanceTimersByTimeAsync(0)
  expect(onEnd).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  expect(onBeat).not.toHaveBeenCalled()
})
