import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press } from '#testing/page/acts.ts'
import { toast } from '../lib/toast.ts'
import { Drawer } from './dialog.tsx'
import { Toaster } from './toaster.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function show(title: string, description?: string) {
  act(() => toast(description ? { title, description } : { title }))
}

function wait(ms: number) {
  act(() => vi.advanceTimersByTime(ms))
}

test('shows one toast at a time, the newest', () => {
  render(<Toaster />)
  show('First')
  show('Second', 'and more')
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeTruthy()
  expect(screen.getByText('and more')).toBeTruthy()
})

test('closes a toast after 5 seconds', () => {
  render(<Toaster />)
  show('Brief')
  wait(4_990)
  screen.getByText('Brief')
  wait(20)
  expect(screen.queryByText('Brief')).toBeNull()
})

test('closes a toast when it is pressed', () => {
  render(<Toaster />)
  show('Enough')
  press('Close')
  expect(screen.queryByText('Enough')).toBeNull()
})

test('focuses the toast on F8', () => {
  render(<Toaster />)
  show('Hear me')
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(document.activeElement?.contains(screen.getByText('Hear me'))).toBe(
    true,
  )
})

test('leaves Escape to the dialog under it', () => {
  const onOpenChange = vi.fn()
  render(
    <>
      <Drawer open title="Account" onOpenChange={onOpenChange}>
        <button type="button">Inside</button>
      </Drawer>
      <Toaster />
    </>,
  )
  show('Saved')
  fireEvent.keyDown(screen.getByText('Inside'), { key: 'Escape' })
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})
