import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { listLinks } from '#testing/page/acts.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { getBet } from '#testing/page/sports-samples.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { HomePage } from './home-page.tsx'

const ROUND = '01890000-0000-7000-9000-000000000007'
const server = stubServer()

beforeEach(() => {
  server.answer('GET /api/user', 200, bea)
  server.answer('GET /api/rounds/open', 200, [])
  server.answer('GET /api/races/current-bets', 200, [])
  server.answer('GET /api/sports/bets', 200, [])
})

const games = () => screen.findByRole('navigation', { name: 'All games' })

test('links to the games before anything else', async () => {
  renderPage(<HomePage />)
  expect(listLinks(await games())).toEqual([
    ['Slots', '/slots'],
    ['Hi-Lo', '/hilo'],
    ['Coin Flip', '/coinflip'],
    ['Blackjack', '/blackjack'],
    ['Sports', '/sports'],
    ['Horse Race', '/pokey'],
  ])
  const [first] = screen.getAllByRole('heading')
  expect(first?.textContent).toBe('Hello, Bea')
  screen.getByText(/neither side can rig the result/)
  expect(screen.queryByRole('heading', { name: 'In progress' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Get Bendy!' })).toBeNull()
})

test('links to open rounds and bets above the games', async () => {
  const round = { gameType: 'Hi-Lo', transactionId: ROUND, betAmount: 25 }
  server.answer('GET /api/rounds/open', 200, [round])
  server.answer('GET /api/races/current-bets', 200, [
    { horseId: 1, amount: 10 },
    { horseId: 3, amount: 5 },
  ])
  const settled = { status: 'lost', payout: coins(0) } as const
  server.answer('GET /api/sports/bets', 200, [
    getBet({ betAmount: coins(40) }),
    getBet({ ...settled, id: ROUND }),
  ])
  renderPage(<HomePage />)
  const list = await screen.findByRole('region', { name: 'In progress' })
  expect(listLinks(list)).toEqual([
    ['Play on, Hi-Lo', '/hilo'],
    ['Go to the race, Horse Race', '/pokey'],
    ['See bets, Sports', '/sports'],
  ])
  within(list).getByText('Your round is still open, with a bet of 25 coins')
  within(list).getByText('15 coins on 2 horses')
  within(list).getByText('One bet pending, 40 coins in total')
  const isAbove =
    list.compareDocumentPosition(await games()) &
    Node.DOCUMENT_POSITION_FOLLOWING
  expect(isAbove).toBeTruthy()
})

test('shows the games while the server is down', async () => {
  for (const path of ['rounds/open', 'races/current-bets', 'sports/bets']) {
    server.answer(`GET /api/${path}`, 502, 'Bad Gateway')
  }
  renderPage(<HomePage />)
  await games()
})
