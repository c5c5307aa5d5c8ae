import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { pressSoon } from '#testing/page/acts.ts'
import { Drawer } from './dialog.tsx'
import { GameStage } from './game-stage.tsx'
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

test('keeps the drawer and its other tabs when a tab fails, and retries on request', async () => {
  render(
    <Drawer open onOpenChange={() => {}} title="Settings">
      <Tabs label="Parts" tabs={TABS} />
    </Drawer>,
  )
  expect(screen.getByRole('alert').textContent).toContain(
    'Limits ran into a problem',
  )
  const tab = (name: string) => screen.getByRole('tab', { name })
  fireEvent.focus(tab('Account'))
  await screen.findByText('All well')
  fireEvent.focus(tab('Limits'))
  isBroken = false
  await pressSoon('Reload it')
  await screen.findByText('Whole again')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('keeps the bet panel, with any waiting bet, when the stage fails', () => {
  render(
    <GameStage title="Coin Flip" panel={<p>Your bet waits</p>}>
      <Fragile />
    </GameStage>,
  )
  screen.getByText('Your bet waits')
  expect(screen.getByRole('alert').textContent).toContain(
    'The game ran into a problem',
  )
})
