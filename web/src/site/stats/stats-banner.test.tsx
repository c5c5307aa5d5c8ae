import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#core/durations.ts'
import { findHref, press } from '#testing/page/acts.ts'
import { bea, quietStats } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { noteServer } from '../../lib/server-presence.ts'
import { RestoreNotice } from './restore-notice.tsx'
import { StatsBanner } from './stats-banner.tsx'

const server = stubServer()
const stats = { ...quietStats, totalUsers: 12 }

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.answer('GET /api/casino-stats', 200, stats)
  server.answer('GET /api/user', 401)
})

const totals = () => within(screen.getByLabelText('Casino totals'))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('cycles through the totals, one every 3 seconds', async () => {
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  const seen: string[] = []
  for (let item = 0; item < 6; item += 1) {
    seen.push(totals().getByRole('paragraph').firstChild?.textContent ?? '')
    await pass(3_000)
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

test('shows the big win with its record', async () => {
  const bigWin = {
    id: '01890000-0000-7000-9000-000000000007',
    player: 'Ann',
    gameType: 'Slot Machine',
    stake: 10,
    payout: 1_255,
    settledAt: '2026-11-25T10:00:00.000Z',
  }
  server.answer('GET /api/casino-stats', 200, { ...stats, bigWin })
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  await pass(15_000)
  screen.getByText('Big Win')
  expect(await findHref('+1,245 by Ann, Slot Machine')).toBe(
    `/verify/${bigWin.id}`,
  )
})

test('shows an outage, or that the device is offline, instead of old totals', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  onTestFinished(() => noteServer('here'))
  act(() => noteServer('away'))
  const banner = screen.getByRole('status')
  expect(banner.textContent).toContain('You are offline')
  expect(screen.queryByLabelText('Casino totals')).toBeNull()
  onLine.mockReturnValue(true)
  act(() => dispatchEvent(new Event('online')))
  expect(banner.textContent).toContain('We can’t reach the casino')
  act(() => noteServer('here'))
  expect(banner.textContent).toBe('')
  screen.getByLabelText('Casino totals')
})

test.each([
  ['invites the signed-out to play', 401, 'Login to play', '/auth'],
  ['shows the balance of the signed-in', 200, '1,000', undefined],
])('%s', async (_what, status, text, path) => {
  server.answer('GET /api/user', status, bea)
  renderPage(<StatsBanner />)
  await pass(12_000)
  const link = (await screen.findByText(text)).closest('a')
  expect(link?.getAttribute('href')).toBe(path)
})

test('pauses on request, and updates every 5 seconds', async () => {
  renderPage(<StatsBanner />)
  await screen.findByText('12')
  press('Pause the totals')
  server.answer('GET /api/casino-stats', 200, { ...stats, totalUsers: 13 })
  await pass(5_000)
  await screen.findByText('13')
  await pass(9_000)
  screen.getByText('Total Users')
})

test('shows no totals and no login while the server is down', async () => {
  server.answer('GET /api/casino-stats', 502, 'Bad Gateway')
  server.answer('GET /api/user', 502, 'Bad Gateway')
  renderPage(<StatsBanner />)
  await screen.findByText('unavailable right now')
  await pass(12_000)
  screen.getByText('Your Balance')
  await screen.findByText('unavailable right now')
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  ['shows', 29, 1],
  ['no longer shows', 31, 0],
])('%s a restored backup after %i days', async (_what, days, shown) => {
  const at = new Date(Date.now() - days * DAY_MS).toISOString()
  const restore = { epoch: 5, at, reason: 'The disk was lost.' }
  server.answer('GET /api/casino-stats', 200, { ...stats, restore })
  renderPage(
    <>
      <StatsBanner />
      <RestoreNotice />
    </>,
  )
  await screen.findByText('12')
  expect(screen.queryAllByText(/backup: “The disk was lost\.”/)).toHaveLength(
    shown,
  )
})
