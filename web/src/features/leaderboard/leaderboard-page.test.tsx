import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { hrefOf } from '#testing/page/acts.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { LeaderboardPage } from './leaderboard-page.tsx'

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
  })
  server.answer(`GET ${PARTICIPATION}`, 200, {
    isShown: false,
    stake: 0,
    payout: 0,
  })
})

function placesIn(name: string) {
  const list = within(screen.getByRole('region', { name })).getAllByRole(
    'listitem',
  )
  return list.map(({ textContent }) => textContent)
}

it('ranks the week by return and by the largest multiple, with its proof', async () => {
  renderPage(<LeaderboardPage />)
  await screen.findByRole('heading', { name: 'This week' })
  expect(placesIn('By return')).toEqual([
    '1Ann10,000 coins staked+23.5%',
    '2Bob5,000 coins staked\u221220.0%',
  ])
  expect(placesIn('By one bet')).toEqual([
    '1CidSlot Machine · 10 paid 1,255125.5×',
  ])
  expect(await hrefOf('125.5×, proof of the bet of Cid')).toBe(`/verify/${BET}`)
  const last = screen.getByRole('region', { name: 'Best return' })
  expect(last.textContent).toContain('Nobody yet')
})

it('names a player on request only, and says what counts then', async () => {
  server.play(`PUT ${PARTICIPATION}`, (body) => ({
    ...(body as object),
    stake: 1_500,
    payout: 1_700,
  }))
  renderPage(<LeaderboardPage />)
  const choice = await screen.findByRole('switch', { name: /Name me/ })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(choice)
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
  await screen.findByText(/1,500 coins of yours count, a gain of \+200/)
  await screen.findByText(/Stake 3,500 coins more/)
})

it('leads visitors to the login', async () => {
  server.answer('GET /api/user', 401)
  renderPage(<LeaderboardPage />)
  expect(await hrefOf('Sign in')).toBe('/auth')
})
