import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { FairnessShield } from './fairness-shield.tsx'
import { ShieldHint, shieldHint } from './shield-hint.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

const hint = () => screen.queryByText(/seals its part before you bet/)

it('explains the shield once, until it is closed', () => {
  const { unmount } = renderPage(<ShieldHint id="hint" />)
  expect(hint()?.id).toBe('hint')
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(hint()).toBeNull()
  unmount()
  renderPage(<ShieldHint id="hint" />)
  expect(hint()).toBeNull()
  expect(localStorage.getItem('shield-hint')).toBe('seen')
})

it('goes by itself when it has been there for a while', () => {
  vi.useFakeTimers()
  renderPage(<ShieldHint id="hint" />)
  expect(hint()).not.toBeNull()
  act(() => vi.runAllTimers())
  expect(hint()).toBeNull()
  expect(shieldHint.get()).toBe('seen')
})

function lookBehindProven(record: VerificationRecord) {
  server.answer(`GET /api/verify/${record.id}`, 200, record)
  renderPage(<FairnessShield state="proven" transactionId={record.id} />)
  const story = document.querySelector('[popover]')
  if (!story) throw new Error('there is a story')
  fireEvent(story, Object.assign(new Event('toggle'), { newState: 'open' }))
}

/** A flip of 10 that won, or lost. */
function flipped(isWon: boolean): VerificationRecord {
  const honest = new HonestServer()
  honest.setClientSeed({ clientSeed: 'mine', epoch: 0 })
  const bet = { betAmount: coins(10), choice: 'heads' } as const
  for (;;) {
    const record = honest.record({ game: coinFlip, bet })
    if (record.gameData.payout > 0 === isWon) return record
  }
}

const shareButton = { name: 'Share this win', hidden: true }

it('offers a win to be shared from behind the shield that proved it', async () => {
  lookBehindProven(flipped(true))
  await screen.findByRole('button', shareButton)
})

it('offers nothing where the round was lost', async () => {
  const record = flipped(false)
  lookBehindProven(record)
  await vi.waitFor(() =>
    expect(server.received.map(({ route }) => route)).toContain(
      `GET /api/verify/${record.id}`,
    ),
  )
  expect(screen.queryByRole('button', shareButton)).toBeNull()
})
