import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#core/durations.ts'
import { press } from '#testing/page/acts.ts'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { formatRowTime } from '../../lib/format.ts'
import { LimitsSection } from './limits-section.tsx'
import { PlayReminder, reminderSetting } from './play-reminder.tsx'

const server = stubServer()
const { sent } = server
const LIMITS = 'GET /api/limits'
const SET = 'PUT /api/limits'
const BREAK = 'POST /api/limits/cool-off'
const SUMMARY = 'GET /api/transactions/summary?*'
const FROM = '2026-03-02T12:00:00.000Z'

const NONE = {
  dailyStake: null,
  dailyLoss: null,
  pending: null,
  coolOffUntil: null,
  today: { staked: 70, lost: 20 },
}

beforeEach(() => {
  sessionStorage.clear()
  server.answer('GET /api/user', 200, bea)
  server.answer(LIMITS, 200, NONE)
})

const open = () => renderPage(<LimitsSection player={bea.id} />)

async function type(label: string, value: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

test('sets limits, and none for an empty field', async () => {
  server.answer(SET, 200, { ...NONE, dailyStake: 100 })
  open()
  await type('Daily stake limit', '100')
  press('Save limits')
  await screen.findByText('Limits saved')
  expect(sent(SET)).toEqual([{ dailyStake: 100, dailyLoss: null }])
  await screen.findByText('Staked today: 70 of 100')
})

test('announces when a higher limit applies', async () => {
  const pending = { dailyStake: 200, dailyLoss: null, from: FROM }
  server.answer(SET, 200, { ...NONE, dailyStake: 100, pending })
  open()
  await type('Daily stake limit', '200')
  press('Save limits')
  const text = `From ${formatRowTime(FROM)}: up to 200 coins staked a day, no loss limit.`
  expect(await screen.findAllByText(text)).not.toHaveLength(0)
  await screen.findByText('Staked today: 70 of 100')
})

test.each(['0', '1.5', 'many'])(
  'sends nothing while a limit is %s',
  async (value) => {
    open()
    await type('Daily loss limit', value)
    await screen.findByRole('alert')
    const save = screen.getByRole('button', { name: 'Save limits' })
    expect((save as HTMLButtonElement).disabled).toBe(true)
  },
)

test('starts a break after a confirmation', async () => {
  server.answer(BREAK, 200, { ...NONE, coolOffUntil: FROM })
  open()
  fireEvent.click(await screen.findByRole('radio', { name: '1 hour' }))
  press('Take a break')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('No bets for 1 hour?')
  expect(sent(BREAK)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Start the break' }))
  await screen.findByText(`You are on a break until ${formatRowTime(FROM)}.`)
  expect(sent(BREAK)).toEqual([{ minutes: 60 }])
})

test('shows why a limit was refused', async () => {
  server.answer(SET, 503, refusal('unavailable', 'Come back later.'))
  open()
  await type('Daily stake limit', '5')
  press('Save limits')
  await screen.findByText('Come back later.')
})

const HALF_HOUR_MS = 30 * MINUTE_MS

test('reminds of nothing by default', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderPage(<PlayReminder />)
  await waitFor(() => expect(server.received).not.toHaveLength(0))
  await act(() => vi.advanceTimersByTimeAsync(4 * HALF_HOUR_MS))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows the time played and the result, repeatedly', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.answer(SUMMARY, 200, {
    games: [{ gameType: 'Hi-Lo', bets: 2, stake: 50, payout: 10 }],
    curve: [{ at: FROM, profit: -40 }],
  })
  reminderSetting.set('30')
  renderPage(<PlayReminder />)
  await waitFor(() =>
    expect(sessionStorage.getItem('play-session')).toContain(bea.id),
  )
  await act(() => vi.advanceTimersByTimeAsync(HALF_HOUR_MS))
  await screen.findByText('You have been playing for 30 minutes.')
  await screen.findByText('You lost 40 coins.')
  press('Keep playing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(HALF_HOUR_MS))
  await screen.findByText('You have been playing for 1 hour.')
})
