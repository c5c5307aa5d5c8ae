import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { findHref } from '#testing/page/acts.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { LeaderboardPage } from './leaderboard-page.tsx'
import { PrizeToast } from './prize-toast.tsx'

const PARTICIPATION = '/api/leaderboard/participation'
const WEEK_AGO = '2026-11-16T00:00:00.000Z'
const BET = '01890000-0000-7000-9000-000000000007'

const server = stubServer()

beforeEach(() => {
  server.answer('GET /api/user', 200, bea)
  server.answer('GET /api/leaderboard', 200, {
    thisWeek: {
      from: '2026-11-23T00:00:00.000Z',
      byReturn: [
        { player: 'Ann', stake: 10_000, payout: 12_345 },
        { player: 'Bob', stake: 5_000, payout: 4_000 },
      ],
      byMultiple: [
        {
          player: 'Cid',
          betId: BET,
          gameType: 'Slot Machine',
          stake: 10,
          payout: 1_255,
        },
      ],
    },
    lastWeek: { from: WEEK_AGO, byReturn: [], byMultiple: [] },
    paid: {
      from: WEEK_AGO,
      prizes: [
        { player: 'Dot', stake: 9_000, payout: 9_900, coins: 5_000 },
        { player: null, stake: 6_000, payout: 5_400, coins: 3_000 },
      ],
    },
  })
  server.answer(`GET ${PARTICIPATION}`, 200, {
    isShown: false,
    stake: 0,
    payout: 0,
    prize: null,
  })
})

function listPlaces(name: string) {
  const list = within(screen.getByRole('region', { name })).getAllByRole(
    'listitem',
  )
  return list.map(({ textContent }) => textContent)
}

test('ranks the week by return and by the largest multiple, with its proof', async () => {
  renderPage(<LeaderboardPage />)
  await screen.findByRole('heading', { name: 'This week' })
  expect(listPlaces('By return')).toEqual([
    '1Ann10,000 coins staked · wins 5,000+23.5%',
    '2Bob5,000 coins staked · wins 3,000\u221220.0%',
  ])
  expect(listPlaces('By single bet')).toEqual([
    '1CidSlot Machine · 10 paid 1,255125.5×',
  ])
  expect(await findHref('125.5×, proof of the bet of Cid')).toBe(
    `/verify/${BET}`,
  )
  expect(listPlaces('Prizes, week of November 16, 2026')).toEqual([
    expect.stringMatching(/^1Dot9,000 coins staked, \+10.0%.*5,000/),
    expect.stringMatching(/^2A player6,000 coins staked, \u221210.0%.*3,000/),
  ])
})

test('shows an empty week with the prizes and one next step', async () => {
  const empty = { byReturn: [], byMultiple: [] }
  server.answer('GET /api/leaderboard', 200, {
    thisWeek: { from: '2026-11-23T00:00:00.000Z', ...empty },
    lastWeek: { from: WEEK_AGO, ...empty },
    paid: null,
  })
  renderPage(<LeaderboardPage />)
  await screen.findByText(/Every prize is up for grabs/)
  screen.getByText('Stake 5,000 coins this week to qualify.')
  expect(await findHref('Play a round')).toBe('/slots')
  expect(screen.queryByText(/Last week/)).toBeNull()
  const prizes = screen.getByRole('list', { name: 'Weekly prizes' })
  expect(prizes.textContent).toContain('5,000')
})

test('shows each prize to its winner once', async () => {
  const prize = { week: '2026-11-16', place: 2, coins: 3_000 }
  server.answer(`GET ${PARTICIPATION}`, 200, {
    isShown: true,
    stake: 0,
    payout: 0,
    prize,
  })
  localStorage.setItem('prize-told', `${bea.id} ${prize.week}`)
  const { unmount } = renderPage(<PrizeToast />)
  await waitFor(() => expect(server.received).toHaveLength(2))
  expect(screen.queryByText('You won 3,000 coins!')).toBeNull()
  unmount()
  localStorage.setItem('prize-told', `${bea.id} 2026-11-09`)
  renderPage(<PrizeToast />)
  await screen.findByText('You won 3,000 coins!')
  expect(localStorage.getItem('prize-told')).toContain(prize.week)
})

test('names a player only on request, and says what counts', async () => {
  server.play(`PUT ${PARTICIPATION}`, (body) => ({
    ...(body as object),
    stake: 1_500,
    payout: 1_700,
    prize: null,
  }))
  renderPage(<LeaderboardPage />)
  const choice = await screen.findByRole('switch', { name: /Show me/ })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(choice)
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
  await screen.findByText(/1,500 staked, \+200 won/)
  await screen.findByText(/Stake 3,500 coins more/)
})

test('links visitors to the login', async () => {
  server.answer('GET /api/user', 401)
  renderPage(<LeaderboardPage />)
  expect(await findHref('Sign in')).toBe('/auth')
})
