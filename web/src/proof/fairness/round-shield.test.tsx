import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { press } from '#testing/page/acts.ts'
import { isWon, toRecord } from '#testing/page/records.tsx'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { FairnessShield, ShieldHint } from './round-shield.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

test.each([
  ['unready', 'Getting ready', 'none'],
  ['ready', 'Provably fair', 'none'],
  ['open', 'Round open', 'none'],
  ['checking', 'Checking…', 'none'],
  ['proven', 'Proven fair', 'check'],
  ['pot_paid', 'Proven hit', 'check'],
  ['stepped_in', 'House stepped in', 'dash'],
  ['weaker', 'Weaker proof', 'dash'],
  ['unknown', 'Replay only', 'dash'],
  ['unchecked', 'Not checked', 'dash'],
  ['mismatch', 'Does not match', 'cross'],
] as const)('shows %s as %s with a %s', (state, name, mark) => {
  const { container } = render(<FairnessShield state={state} />)
  screen.getByRole('button', { name: new RegExp(`^${name}`) })
  expect(container.querySelectorAll(`[data-mark="${mark}"]`)).toHaveLength(2)
})

const hint = () => screen.queryByText(/seals its part before you bet/)

test('explains itself from the end of the first round until the hint is closed', () => {
  const round = { transactionId: '', commitment: '' }
  const { rerender } = render(<ShieldHint checked={undefined} />)
  rerender(<ShieldHint checked={{ ...round, state: 'open' }} />)
  expect(hint()).toBeNull()
  const over = <ShieldHint checked={{ ...round, state: 'proven' }} />
  rerender(over)
  expect(hint()).not.toBeNull()
  press('Got it')
  expect(hint()).toBeNull()
  rerender(<ShieldHint checked={undefined} />)
  rerender(over)
  expect(hint()).toBeNull()
})

test('offers to share a round that was won', async () => {
  const record = toRecord(undefined, isWon)
  server.answer(`GET /api/verify/${record.id}`, 200, record)
  renderPage(<FairnessShield state="proven" transactionId={record.id} />)
  const explanation = document.querySelector('[popover]') ?? document.body
  fireEvent(
    explanation,
    Object.assign(new Event('toggle'), { newState: 'open' }),
  )
  await screen.findByRole('button', { name: 'Share this win', hidden: true })
})
