import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { passes } from '#testing/page/fast-time.ts'
import { refusal } from '#testing/page/players.ts'
import {
  AWAY,
  bookmaker,
  celticsGame,
  HOME,
} from '#testing/page/sports-samples.ts'
import {
  comeBack,
  GAMES,
  gameCard,
  pressIn,
  select,
  sportsTable,
} from '#testing/page/sports-table.tsx'
import { PublicGamesPage } from './sports-page.tsx'

const table = sportsTable()

const TITLE = `${AWAY} at ${HOME}`
const lakers = celticsGame({
  id: 'season-1-game-8',
  home_team: 'Los Angeles Lakers',
  away_team: 'Denver Nuggets',
  commence_time: '2027-01-17T20:00:00.000Z',
})

/** Claims that these are the prices in a place, and no others. */
function expectOffers(place: HTMLElement, offers: readonly string[]): void {
  for (const name of offers) within(place).getByRole('button', { name })
  expect(within(place).getAllByRole('button')).toHaveLength(offers.length)
}

describe('a game on the list', () => {
  test("shows teams, its time as 'MMM d, h:mm a', and the prices of all markets", async () => {
    await table.enter()
    const card = await gameCard(TITLE)
    for (const part of ['BOS', 'Celtics', 'MIA', 'Heat']) {
      within(card).getByText(part)
    }
    within(card).getByText(/^Jan 15, \d{1,2}:30 [AP]M$/)
    expectOffers(card, [
      'Miami Heat to win, +130 at Rubberbook',
      'Miami Heat +4, \u2212110 at Rubberbook',
      'Over 220.5, \u2212112 at Rubberbook',
      'Boston Celtics to win, \u2212150 at Rubberbook',
      'Boston Celtics -4, \u2212110 at Rubberbook',
      'Under 220.5, \u2212108 at Rubberbook',
    ])
    screen.getByRole('heading', { name: 'Sports Betting' })
    screen.getByText('Simulated season')
  })

  test('is marked as live, with its score', async () => {
    const scores = { home_score: 61, away_score: 58 }
    table.known.games = [
      celticsGame({ live: true, scores, source: 'the_odds_api' }),
    ]
    await table.enter()
    const card = await gameCard(TITLE)
    within(card).getByText('Live')
    within(card).getByText('61')
    within(card).getByText('58')
    expect(screen.queryByText('Simulated season')).toBeNull()
  })

  test('rejects bets on old or missing odds, or after the start until reported live, and says why', async () => {
    const late = celticsGame({ ...lakers, live: true, away_team: 'Late Team' })
    const bare = celticsGame({ ...lakers, id: 'bare', bookmakers: [] })
    table.known.games = [celticsGame({ stale: true }), late, bare]
    await table.enter()
    for (const [title, text] of [
      [TITLE, /out of date/],
      ['Late Team at Los Angeles Lakers', /About to start/],
    ] as const) {
      const card = await gameCard(title)
      within(card).getByText(text)
      for (const button of within(card).getAllByRole('button')) {
        expect(button).toHaveProperty('disabled', true)
      }
    }
    const card = await gameCard('Denver Nuggets at Los Angeles Lakers')
    within(card).getByText('No odds right now.')
    expect(within(card).getAllByText('Not offered')).toHaveLength(6)
  })
})

test('shows the best price per outcome at the most common line, and all on demand', async () => {
  const bookmakers = [
    bookmaker('one', 'One', { home: -150, away: 130 }),
    bookmaker('two', 'Two', { home: -145, away: 125 }),
    bookmaker('three', 'Three', { handicap: -5, spread: -105 }),
  ]
  table.known.games = [celticsGame({ bookmakers })]
  await table.enter()
  const card = await gameCard(TITLE)
  expectOffers(card, [
    'Miami Heat to win, +130 at One',
    'Miami Heat +4, \u2212110 at One',
    'Over 220.5, \u2212112 at One',
    'Boston Celtics to win, \u2212145 at Two',
    'Boston Celtics -4, \u2212110 at One',
    'Under 220.5, \u2212108 at One',
    'All bookmakers, 3 books',
  ])
  pressIn(card, 'All bookmakers, 3 books')
  const three = await within(card).findByRole('region', { name: 'Three' })
  within(three).getByRole('button', {
    name: 'Miami Heat +5, \u2212105 at Three',
  })
})

describe('the list', () => {
  test.each([
    ['No NBA games available at the moment.', []],
    [/^Odds are not updating/, [celticsGame({ stale: true })]],
  ])('explains its state: %s', async (text, games) => {
    table.known.games = games
    await table.enter()
    await screen.findByText(text)
  })

  test('can be filtered by team or day, and reset', async () => {
    table.known.games = [celticsGame(), lakers]
    const region = await table.enter()
    await gameCard(TITLE)
    const field = screen.getByLabelText('Find a team')
    fireEvent.change(field, { target: { value: 'nugg' } })
    expect(screen.queryByRole('article', { name: TITLE })).toBeNull()
    await gameCard('Denver Nuggets at Los Angeles Lakers')
    screen.getByText('1 of 2 games')
    fireEvent.change(field, { target: { value: '' } })
    const days = within(region).getByRole('group', { name: 'Day' })
    const [, , second] = within(days).getAllByRole('button')
    expect(second?.textContent).toMatch(/^\w{3}, Jan 1[78]$/)
    if (second) fireEvent.click(second)
    expect(screen.queryByRole('article', { name: TITLE })).toBeNull()
    fireEvent.change(field, { target: { value: 'celtics' } })
    screen.getByText('No games match.')
    pressIn(region, 'Show all games')
    await gameCard(TITLE)
  })

  test('stays visible, marked as out of date, when the server is unreachable', async () => {
    await table.enter()
    await gameCard(TITLE)
    table.server.answer(GAMES, 503, refusal('unavailable', 'Not now.'))
    comeBack()
    await screen.findByText(/^These games may be out of date/)
    await gameCard(TITLE)
  })

  test('offers to try again when loading fails', async () => {
    table.server.answer(GAMES, 503, refusal('unavailable', 'Not now.'))
    const region = await table.enter()
    await screen.findByText(/The games could not be loaded/)
    table.server.play(GAMES, () => table.known.games)
    pressIn(region, 'Try again')
    await gameCard(TITLE)
  })

  test('is polled every 30 s and on window focus', async () => {
    table.signOut()
    await table.open(<PublicGamesPage />)
    await gameCard(TITLE)
    await passes(29_000)
    expect(table.requests(GAMES)).toHaveLength(1)
    await passes(1_000)
    expect(table.requests(GAMES)).toHaveLength(2)
    comeBack()
    await waitFor(() => expect(table.requests(GAMES)).toHaveLength(3))
  })
})

test('names the columns once, and explains the empty slip', async () => {
  table.known.games = [celticsGame(), lakers]
  await table.enter()
  await gameCard(TITLE)
  expect(screen.getAllByText('Moneyline')).toHaveLength(1)
  const slip = screen.getByRole('region', { name: 'Bet slip' })
  within(slip).getByText('Tap a price to bet on it.')
})

test('shows decimal odds on demand, and remembers the choice', async () => {
  const region = await table.enter()
  await gameCard(TITLE)
  pressIn(region, 'Decimal odds, such as 2.50')
  const name = 'Miami Heat to win, 2.30 at Rubberbook'
  await screen.findByRole('button', { name })
  expect(localStorage.getItem('odds')).toBe('decimal')
})

test('shows visitors the games, and asks to sign in for a bet', async () => {
  table.signOut()
  await table.open(<PublicGamesPage />)
  await gameCard(TITLE)
  expect(screen.queryByRole('tab', { name: 'My Bets' })).toBeNull()
  const panel = await select('Boston Celtics to win')
  const button = within(panel).getByRole('button', { name: 'Place Bet' })
  expect(button).toHaveProperty('disabled', true)
  const link = within(panel).getByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe('/auth')
})
