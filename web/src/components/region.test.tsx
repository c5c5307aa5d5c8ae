import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Drawer } from './drawer.tsx'
import { Tabs } from './tabs.tsx'

let isBroken: boolean
beforeEach(() => {
  isBroken = true
  // React reports there what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function Fragile() {
  if (isBroken) throw new Error('snapped')
  return <p>Whole again</p>
}

const TABS = [
  { value: 'one', label: 'Limits', content: <Fragile /> },
  { value: 'two', label: 'Account', content: <p>All well</p> },
]

function openDrawer() {
  render(
    <Drawer open onOpenChange={() => {}} title="Settings">
      <Tabs label="Parts" tabs={TABS} />
    </Drawer>,
  )
}

it('a tab that fails leaves the drawer and its other tabs', async () => {
  openDrawer()
  expect(screen.getByRole('alert').textContent).toContain(
    'Limits ran into a problem',
  )
  fireEvent.focus(screen.getByRole('tab', { name: 'Account' }))
  await screen.findByText('All well')
  screen.getByRole('button', { name: 'Close' })
})

it('is shown again on request', async () => {
  openDrawer()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Show it again' }))
  await screen.findByText('Whole again')
  expect(screen.queryByRole('alert')).toBeNull()
})
