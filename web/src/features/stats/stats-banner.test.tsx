import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { noteServer } from '../../lib/server-presence.ts'
import { StatsBanner } from './stats-banner.tsx'

const server = stubServer()
const stats = {
  totalUsers: 12,
  totalBetsPlaced: 3_456,
  totalAmountWagered: 78_900,
  jackpot: 10_234,
  paused: [],
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.answer('GET /api/casino-stats', 200, stats)
  server.answer('GET /api/user', 401)
})
afterEach(() => vi.useRealTimers())

const totals = () => within(screen.getByLabelText('Casino totals'))
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('goes through the totals, one every 3 seconds, and starts over', async () => {
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  const seen: string[] = []
  for (let item = 0; item < 6; item += 1) {
    seen.push(totals().getByRole('paragraph').firstChild?.textContent ?? '')
    await passed(3_000)
  }
  expect(seen).toEqual([
    'Total Users',
    'Total Bets',
    'Amount Wagered',
    'Current Jackpot',
    'Your Balance',
    'Total Users',
  ])
})

it('shows that the house is away instead of old totals, until it is back', async () => {
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  onTestFinished(() => noteServer('here'))
  act(() => noteServer('away'))
  expect(screen.getByRole('status').textContent).toContain('The house is away')
  expect(screen.queryByLabelText('Casino totals')).toBeNull()
  act(() => noteServer('here'))
  expect(screen.getByRole('status').textContent).toBe('')
  screen.getByLabelText('Casino totals')
})

it('says so when it is this device that is offline', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  onTestFinished(() => noteServer('here'))
  act(() => noteServer('away'))
  const banner = screen.getByRole('status')
  expect(banner.textContent).toContain('You are offline')
  onLine.mockReturnValue(true)
  act(() => dispatchEvent(new Event('online')))
  expect(banner.textContent).toContain('The house is away')
})

it('invites the signed-out to play', async () => {
  renderPage(<StatsBanner />)
  await passed(12_000)
  const link = await screen.findByRole('link', { name: 'Login to play' })
  expect(link.getAttribute('href')).toBe('/auth')
})

it('shows the balance of the signed-in', async () => {
  server.answer('GET /api/user', 200, bea)
  renderPage(<StatsBanner />)
  await passed(12_000)
  expect(await screen.findByText('1,000')).toBeTruthy()
})

it('stands still when told to', async () => {
  renderPage(<StatsBanner />)
  fireEvent.click(screen.getByRole('button', { name: 'Hold the totals' }))
  await passed(9_000)
  expect(screen.getByText('Total Users')).toBeTruthy()
})

it('asks the house every 5 seconds', async () => {
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  server.answer('GET /api/casino-stats', 200, { ...stats, totalUsers: 13 })
  fireEvent.click(screen.getByRole('button', { name: 'Hold the totals' }))
  await passed(5_000)
  await waitFor(() => expect(screen.getByText('13')).toBeTruthy())
})

it('says that nothing is known while the house is down, and offers no login', async () => {
  server.answer('GET /api/casino-stats', 502, 'Bad Gateway')
  server.answer('GET /api/user', 502, 'Bad Gateway')
  renderPage(<StatsBanner />)
  await screen.findByText('not known right now')
  await passed(12_000)
  screen.getByText('Your Balance')
  await screen.findByText('not known right now')
  expect(screen.queryByRole('link')).toBeNull()
})
