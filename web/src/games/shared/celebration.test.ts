import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { celebrate, endCelebration } from './celebration.ts'

const canvases = () => document.querySelectorAll('canvas')

/** As much of a canvas as confetti uses; jsdom has none. */
function drawing() {
  const { prototype } = HTMLCanvasElement
  const { getContext } = prototype
  const fill = vi.fn()
  const noop = () => undefined
  const context = new Proxy(
    {},
    { get: (_own, name) => (name === 'fill' ? fill : noop), set: () => true },
  )
  Reflect.set(prototype, 'getContext', () => context)
  onTestFinished(() => void Reflect.set(prototype, 'getContext', getContext))
  return fill
}

beforeEach(() => {
  for (const name of ['lime', 'tangerine', 'bubblegum', 'sky', 'sun']) {
    document.documentElement.style.setProperty(`--color-${name}`, '#b6f23c')
  }
  let nowMs = performance.now()
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    nowMs += 1_000
    setTimeout(draw, 0, nowMs)
  })
  return () => document.documentElement.removeAttribute('style')
})

test('is drawn over the page, and removes itself', async () => {
  const fill = drawing()
  const end = celebrate(0.1)
  await expect.poll(() => canvases().length).toBe(1)
  await end
  expect(canvases()).toHaveLength(0)
  expect(fill).toHaveBeenCalled()
})

test('ends with its round', async () => {
  drawing()
  vi.stubGlobal('requestAnimationFrame', () => 1)
  const end = celebrate(1)
  await expect.poll(() => canvases().length).toBe(1)
  endCelebration()
  await end
  expect(canvases()).toHaveLength(0)
})

test('is skipped under reduced motion', async () => {
  const fill = drawing()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await celebrate(1)
  expect(fill).not.toHaveBeenCalled()
})
