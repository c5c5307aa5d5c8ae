import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PlaceSportsBetRequest } from '#core/api/sports.ts'
import { passes } from '#testing/page/fast-time.ts'
import { refusal } from '#testing/page/players.ts'
import { bookmaker, celticsGame } from '#testing/page/sports-samples.ts'
import {
  comeBack,
  PLACE,
  pressIn,
  select,
  setAmount,
  sportsTable,
} from '#testing/page/sports-table.tsx'

const table = sportsTable()

const accept = (body: unknown) => table.place(body as PlaceSportsBetRequest)

const sent = () => table.server.sent(PLACE)

const ON_HOME = {
  gameId: 'season-1-game-7',
  teamName: 'Boston Celtics',
  odds: -150,
  betAmount: 10,
  market: 'h2h',
  bookmaker: 'rubberbook',
}

describe('the bet panel', () => {
  test('shows what a bet wins and returns, and refuses more than the balance', async () => {
    await table.enter()
    for (const [offer, amount, win, returns] of [
      ['Boston Celtics to win', '10', '6.67', '16'],
      ['Miami Heat to win', '10', '13.00', '23'],
      ['Over 220.5', '7', '6.25', '13'],
      ['Boston Celtics to win', '1', '0.67', '1'],
    ] as const) {
      const panel = await select(offer)
      setAmount(amount)
      const value = (name: string) =>
        within(panel).getByText(name).nextElementSibling?.textContent
      expect(value('Potential Win')).toBe(win)
      expect(value('Returns (whole coins)')).toBe(returns)
    }
    const chips = screen.getByRole('group', { name: 'Quick bets' })
    pressIn(chips, '25')
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '25')
    setAmount('1001')
    const button = screen.getByRole('button', { name: 'Insufficient Balance' })
    expect(button).toHaveProperty('disabled', true)
  })

  test('opens for one outcome at a time, and closes', async () => {
    await table.enter()
    await select('Boston Celtics to win')
    const panel = await select('Over 220.5')
    expect(screen.getAllByRole('form', { name: /^Bet on/ })).toHaveLength(1)
    within(panel).getByText('Miami Heat at Boston Celtics · Rubberbook')
    const rules = within(panel).getByRole('link', {
      name: 'How bets are settled',
    })
    expect(rules.getAttribute('href')).toBe('/sports/rules')
    pressIn(panel, 'Close the bet')
    expect(screen.queryByRole('form', { name: /^Bet on/ })).toBeNull()
    await select('Over 220.5')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.queryByRole('form', { name: /^Bet on/ })).toBeNull()
  })

  test('explains that a live bet waits for the next odds', async () => {
    const scores = { home_score: 3, away_score: 2 }
    table.known.games = [celticsGame({ live: true, scores })]
    await table.enter()
    const panel = await select('Boston Celtics to win')
    within(panel).getByText('A live bet counts once the next odds confirm it.')
  })
})

describe('placing a bet', () => {
  test('confirms the bet, clears the selection and starts at 10 again', async () => {
    await table.enter()
    const panel = await select('Boston Celtics -4')
    setAmount('25')
    pressIn(panel, 'Place Bet')
    await screen.findByText('Bet Placed!')
    screen.getByText('Your bet has been successfully placed.')
    expect(sent()).toEqual([
      { ...ON_HOME, odds: -110, betAmount: 25, market: 'spreads', point: -4 },
    ])
    expect(screen.queryByRole('form', { name: /^Bet on/ })).toBeNull()
    await select('Boston Celtics to win')
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '10')
    screen.getByText('1 to 975 coins')
  })

  test('resends a bet with its key while answers get lost, and says that it waits', async () => {
    let isLost = true
    table.server.play(PLACE, (body) => {
      if (!isLost) return accept(body)
      throw new Error('lost')
    })
    await table.enter()
    const panel = await select('Boston Celtics to win')
    pressIn(panel, 'Place Bet')
    await passes(2_100)
    within(panel).getByText('Waiting for the server…')
    isLost = false
    await screen.findByText('Bet Placed!')
    const keys = table
      .requests(PLACE)
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  test.each([
    [409, refusal('house_limit', 'At most 3 coins.'), '409: At most 3 coins.'],
    [200, { bet: 'placed' }, 'Failed to place bet'],
  ])('shows the error of answer %i', async (status, body, text) => {
    table.server.answer(PLACE, status, body)
    await table.enter()
    pressIn(await select('Boston Celtics to win'), 'Place Bet')
    await screen.findByText('Error')
    screen.getByText(text)
    screen.getByRole('form', { name: 'Bet on Boston Celtics' })
  })

  test('shows the pause that a refusal carries', async () => {
    await table.enter()
    const panel = await select('Boston Celtics to win')
    const pause = { gameType: 'Sports Bet', reason: 'New odds soon.' }
    table.known.paused = [pause]
    table.server.answer(PLACE, 503, refusal('paused', 'It is paused.', pause))
    pressIn(panel, 'Place Bet')
    await within(panel).findByText('Sports Bet is paused')
    within(panel).getByText('New odds soon.')
    within(panel).getByRole('button', { name: 'Paused' })
    expect(within(panel).queryByText('Potential Win')).toBeNull()
    expect(screen.queryByText('Error')).toBeNull()
  })

  test('says that no bet is selected', async () => {
    await table.enter()
    await screen.findByRole('article')
    fireEvent.keyDown(document.body, { key: 'Enter' })
    await screen.findByText('No bet selected')
    expect(sent()).toEqual([])
  })
})

describe('odds that moved', () => {
  async function refuse(more: object, offer: string): Promise<HTMLElement> {
    const body = refusal('odds_changed', 'The odds have changed.', more)
    table.server.answer(PLACE, 409, body)
    const panel = await select(offer)
    pressIn(panel, 'Place Bet')
    return panel
  }

  test('are shown, and accepted in one tap', async () => {
    await table.enter()
    const more = { price: -160, point: null, bookmaker: 'rubberbook' }
    const panel = await refuse(more, 'Boston Celtics to win')
    await within(panel).findByText('Odds moved from \u2212150 to \u2212160.')
    expect(screen.queryByText('Error')).toBeNull()
    // The list has the new price too, which is the better one to know.
    screen.getByRole('button', {
      name: 'Boston Celtics to win, \u2212160 at Rubberbook',
    })
    table.server.play(PLACE, accept)
    pressIn(panel, 'Accept \u2212160')
    await screen.findByText('Bet Placed!')
    expect(sent()).toEqual([ON_HOME, { ...ON_HOME, odds: -160 }])
  })

  test('are shown with a moved line', async () => {
    await table.enter()
    const more = { price: -105, point: 222, bookmaker: 'rubberbook' }
    const panel = await refuse(more, 'Over 220.5')
    await within(panel).findByText('Line moved: Over 222 at \u2212105.')
    table.server.play(PLACE, accept)
    pressIn(panel, 'Accept \u2212105')
    await screen.findByText('Bet Placed!')
    expect(sent()[1]).toMatchObject({ odds: -105, point: 222 })
  })

  test('are shown before a bet is placed when the list has them', async () => {
    await table.enter()
    const panel = await select('Boston Celtics to win')
    const bookmakers = [bookmaker('rubberbook', 'Rubberbook', { home: -140 })]
    table.known.games = [celticsGame({ bookmakers })]
    comeBack()
    await within(panel).findByRole('button', { name: 'Accept \u2212140' })
    expect(sent()).toEqual([])
  })

  test('disable the button when they are stale or no longer listed', async () => {
    await table.enter()
    const panel = await select('Boston Celtics to win')
    const other = [bookmaker('other', 'Other')]
    for (const [games, text] of [
      [[celticsGame({ stale: true })], /out of date/],
      [[], 'This game is no longer listed.'],
      [[celticsGame({ bookmakers: other })], 'This bet is no longer offered.'],
    ] as const) {
      table.known.games = [...games]
      comeBack()
      await within(panel).findByText(text)
      const button = within(panel).getByRole('button', { name: 'Place Bet' })
      expect(button).toHaveProperty('disabled', true)
    }
  })
})

test('moves the focus from price to amount and back when placing a bet by keyboard', async () => {
  await table.enter()
  const name = /^Boston Celtics to win/
  const offer = await screen.findByRole('button', { name })
  // As Enter on a button does.
  fireEvent.click(offer, { detail: 0 })
  const field = screen.getByLabelText('Bet Amount')
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByText('Bet Placed!')
  await waitFor(() => expect(document.activeElement).toBe(offer))
})
