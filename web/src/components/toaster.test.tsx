import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast, useToast } from '../lib/toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Shown() {
  const { shown } = useToast()
  return <output aria-label="Stored">{shown?.title ?? 'none'}</output>
}

function show(title: string, description?: string) {
  act(() => toast(description ? { title, description } : { title }))
}

function wait(ms: number) {
  act(() => vi.advanceTimersByTime(ms))
}

it('shows one toast at a time, the newest', () => {
  render(<Toaster />)
  show('First')
  show('Second', 'and more')
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeTruthy()
  expect(screen.getByText('and more')).toBeTruthy()
})

it('closes by itself after 5 seconds', () => {
  render(<Toaster />)
  show('Brief')
  wait(4_990)
  screen.getByText('Brief')
  wait(20)
  expect(screen.queryByText('Brief')).toBeNull()
})

it('closes at a press, and is forgotten 1,000,000 ms later', () => {
  render(
    <>
      <Shown />
      <Toaster />
    </>,
  )
  const stored = () =>
    screen.getByRole('status', { hidden: true, name: 'Stored' }).textContent
  show('Enough')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  wait(999_999)
  expect(stored()).toBe('Enough')
  wait(1)
  expect(stored()).toBe('none')
})

describe('a swipe', () => {
  // jsdom captures no pointers.
  beforeEach(() => {
    HTMLElement.prototype.setPointerCapture = () => undefined
    HTMLElement.prototype.hasPointerCapture = () => false
  })

  function swipe(byPx: { x: number; y?: number }) {
    const toastShown = screen.getByText('Brief')
    const from = { button: 0, clientX: 100, clientY: 100 }
    fireEvent.pointerDown(toastShown, from)
    for (const part of [0.5, 1]) {
      fireEvent.pointerMove(toastShown, {
        clientX: from.clientX + byPx.x * part,
        clientY: from.clientY + (byPx.y ?? 0) * part,
      })
    }
    fireEvent.pointerUp(toastShown)
  }

  it.each([
    ['to the right by 49 px', { x: 49 }, 1],
    ['to the right by 51 px', { x: 51 }, 0],
    ['to the left', { x: -200 }, 1],
    ['down', { x: 0, y: 200 }, 1],
  ])(
    'closes the toast beyond 50 px to the right only: %s',
    (_way, byPx, left) => {
      render(<Toaster />)
      show('Brief')
      swipe(byPx)
      expect(screen.queryAllByText('Brief')).toHaveLength(left)
    },
  )
})

it('takes the focus at F8', () => {
  render(<Toaster />)
  show('Hear me')
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(document.activeElement?.contains(screen.getByText('Hear me'))).toBe(
    true,
  )
})
