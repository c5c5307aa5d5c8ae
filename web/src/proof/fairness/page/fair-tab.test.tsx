import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findHref, press } from '#testing/page/acts.ts'
import { answerFairness } from '#testing/page/game-table.tsx'
import { HonestServer, PLAYER } from '#testing/page/honest-server.ts'
import { bea, betRow } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { FairnessProvider } from '../verifier/fairness-provider.tsx'
import { FairTab } from './fair-tab.tsx'

const BETS = 'GET /api/transactions?type=bet'
const server = stubServer()
let honest: HonestServer

beforeEach(() => {
  honest = new HonestServer()
  server.answer('GET /api/user', 200, { ...bea, id: PLAYER })
  server.answer(BETS, 200, [betRow])
  answerFairness(server, honest)
})

function openTab() {
  renderPage(
    <FairnessProvider>
      <FairTab />
    </FairnessProvider>,
  )
}

test('links each recent game to its proof in a new tab', async () => {
  openTab()
  const link = await screen.findByRole('link', { name: /Coin Flip · bet 10/ })
  expect(link.getAttribute('href')).toBe(`/verify/${betRow.id}`)
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.textContent).toContain('Lost \u221210')
  expect(link.textContent).not.toContain(betRow.id)
})

test('explains itself to new players, and links to the long version', async () => {
  server.answer(BETS, 200, [])
  openTab()
  screen.getByRole('heading', { name: 'How It Works' })
  screen.getByText(/rounds into sealed envelopes .* Your browser saves/)
  expect(await findHref('Fairness, step by step')).toBe('/fairness')
  await screen.findByText(/No rounds yet/)
})

test('shows the next commitment and the progress of the epoch', async () => {
  honest.nonce = 256
  openTab()
  const first = honest.state().nextServerSeedHash.slice(0, 16)
  await screen.findByText(`${first}…`)
  const meter = screen.getByRole('meter')
  expect(meter.getAttribute('value')).toBe('256')
})

const field = () => screen.findByLabelText<HTMLInputElement>('Client seed')
const change = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Change' })

test('changes the client seed, and rejects one with a colon', async () => {
  openTab()
  fireEvent.change(await field(), { target: { value: 'a:b' } })
  screen.getByText(/without a colon/)
  expect(change().disabled).toBe(true)
  fireEvent.change(await field(), { target: { value: 'lucky 7' } })
  fireEvent.click(change())
  await screen.findByText('Client seed changed')
  expect(honest.state().clientSeed).toBe('lucky 7')
})

test('draws a client seed that the player may accept or not', async () => {
  openTab()
  const { value: before } = await field()
  expect(change().disabled).toBe(true)
  press('Pick a random seed')
  const { value } = await field()
  expect(value).toMatch(/^[0-9a-f]{32}$/)
  expect(value).not.toBe(before)
  expect(honest.state().clientSeed).not.toBe(value)
  fireEvent.click(change())
  await waitFor(() => expect(honest.state().clientSeed).toBe(value))
})

describe('with another browser of the same player', () => {
  const offer = (name: string) => screen.findByRole('button', { name })

  test('says that this one uses its own seed, and offers the other', async () => {
    honest.setClientSeed({ clientSeed: 'of my phone', epoch: 0 })
    openTab()
    await screen.findByText(/^This browser plays with its own seed/)
    expect(honest.state().clientSeed).not.toBe('of my phone')
    const own = honest.state().clientSeed
    fireEvent.click(await offer('Use the other seed'))
    await waitFor(() => expect(honest.state().clientSeed).toBe('of my phone'))
    await screen.findByText(/^Your next round uses a seed from another/)
    fireEvent.click(await offer('Use this browser’s seed'))
    await waitFor(() => expect(honest.state().clientSeed).toBe(own))
  })

  test('reports when the other one takes over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openTab()
    await field()
    expect(screen.queryByText(/another browser/)).toBeNull()
    honest.setClientSeed({ clientSeed: 'of my phone', epoch: 0 })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await screen.findByText(/^Your next round uses a seed from another/)
  })
})

test('offers another try when the seeds fail to load', async () => {
  server.answer('GET /api/fairness', 502, 'Bad Gateway')
  openTab()
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.play('GET /api/fairness', () => honest.state())
  fireEvent.click(again)
  await field()
})
