import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { placeRaceBet } from '#core/api/races.ts'
import type { SocketMessage } from '#core/api/socket.ts'
import type { GamePause } from '#core/api/stats.ts'
import { coins } from '#core/money/coins.ts'
import { horseName, horses } from '#core/race/horses.ts'
import type { RaceBet } from '#core/race/race-bet.ts'
import { findHref, press } from '#testing/page/acts.ts'
import { fastTime, passes } from '#testing/page/fast-time.ts'
import { hit } from '#testing/page/game-table.tsx'
import { HonestRaces } from '#testing/page/honest-races.ts'
import { bea, quietStats, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { socketServer } from '#testing/page/socket-server.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { FairnessProvider } from '../proof/fairness/verifier/fairness-provider.tsx'
import { noteSession } from '../session/session-hint.ts'
import { SocketProvider } from '../session/socket-provider.tsx'
import { PastRaces } from './race-lists.tsx'
import { RaceWidget } from './race-widget.tsx'

const PLACE = 'POST /api/races/place-bet'
const COUNTDOWN = /^Next race in: \d+ seconds$/

const table = raceTable()
const RUN_MS = 2_000

const placeBet = () => screen.queryByRole('button', { name: 'Place Bet' })

/** Claims that bets are, or are not, taken on a horse that is chosen. */
function expectOpen(isOpen: boolean): void {
  for (const { name } of horses) {
    expect(horse(name).matches(':disabled')).toBe(!isOpen)
  }
  expect(placeBet()).toHaveProperty('disabled', !isOpen)
}

async function openRace() {
  const region = await table.enter()
  await screen.findByRole('region', { name: 'Your bets on this race' })
  table.push(table.races().state())
  screen.getByText(COUNTDOWN)
  return region
}

/** The horse that wins, and one that does not. */
function names() {
  const { winner } = table.races().course
  const loser = horses.find(({ id }) => id !== winner)
  return { winner: horseName(winner), loser: loser?.name ?? '' }
}

/** Starts the race and sends its results. */
function run(): void {
  const races = table.races()
  table.push(races.start(RUN_MS), ...races.ends(), races.result())
  screen.getByText('The race has started')
}

/** Runs the race to its end. */
async function runToEnd(): Promise<void> {
  run()
  await passes(RUN_MS)
}

describe('the race', () => {
  test('shows its countdown, gate, run and winner in time, and takes bets until the gate', async () => {
    await table.enter()
    const races = table.races()
    table.push(races.state('betting', 6_000))
    const firstId = races.raceId
    screen.getByText('Next race in: 6 seconds')
    fireEvent.click(horse('Red Fury'))
    await waitFor(() => expectOpen(true))
    await passes(4_000)
    screen.getByText(/^Next race in: [12] seconds$/)
    await passes(2_000)
    screen.getByText('Horses to the gate')
    expectOpen(false)
    table.push(races.start(RUN_MS))
    screen.getByText('The race has started')
    expectOpen(false)
    await passes(RUN_MS)
    const winner = horseName(races.course.winner)
    screen.getByText(`${winner} Won!`)
    screen.getByText(`${winner} has won the race`)
    expectOpen(false)
    await passes(3_000)
    screen.getByText('The next race opens in a moment')

    const result = races.result()
    const next = races.next()
    table.push(result)
    const list = screen.getByRole('region', { name: 'Past races' })
    const name = 'Proof of race 1'
    const proof = await within(list).findByRole('link', { name })
    expect(proof.getAttribute('href')).toBe(`/verify/${firstId}`)
    expect(proof.getAttribute('target')).toBe('_blank')
    expect(list.textContent).toContain(winner)
    // It is the first one of all.
    expect(screen.queryByRole('button', { name: 'Older races' })).toBeNull()
    table.push(next)
    screen.getByText(COUNTDOWN)
  })

  test('can be joined midway, and ends the same in a tab that was hidden', async () => {
    await table.visit()
    const races = table.races()
    table.push(races.state('running'), races.start(60_000))
    // Nothing of the page runs meanwhile.
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    fireEvent(document, new Event('visibilitychange'))
    screen.getByText(`${horseName(races.course.winner)} Won!`)
    const dots = document.querySelectorAll<HTMLElement>('[data-dot]')
    await waitFor(() =>
      expect(
        parseFloat(dots[0]?.style.transform.slice(11) ?? ''),
      ).toBeGreaterThan(85),
    )
  })

  test('says after 3 seconds that there are no races', async () => {
    await table.visit()
    await passes(3_000)
    screen.getByText('No races at the moment')
    expect(placeBet()).toBeNull()
  })

  test('explains a pause, and takes no bets', async () => {
    table.paused.push({ gameType: 'Horse Race', reason: 'The track is wet.' })
    await table.enter()
    table.push(table.races().state())
    await screen.findByText('Horse Race is paused')
    screen.getByText('The track is wet.')
    expect(screen.queryByText('3.8×')).toBeNull()
    fireEvent.click(horse('Pokey'))
    const button = screen.getByRole('button', { name: 'Paused' })
    expect(button).toHaveProperty('disabled', true)
  })

  test('asks visitors to sign in, and requests nothing for them', async () => {
    await table.visit()
    table.push(table.races().state())
    fireEvent.click(horse('Silver Arrow'))
    expect(horse('Silver Arrow').ariaPressed).toBe('true')
    screen.getByText('· pays 38')
    expect(await findHref('Sign in to bet')).toBe('/auth')
    await passes(1_000)
    expect(table.requests('GET /api/races/current-bets')).toEqual([])
  })

  test('links to older races if there are any', async () => {
    const races = table.races()
    for (let number = 1; number < 4; number += 1) races.next()
    const page = (before: number) =>
      races
        .history()
        .filter(({ nonce }) => nonce < before)
        .slice(0, 2)
    table.server.play('GET /api/races/history', () => page(4))
    table.server.play('GET /api/races/history?before=2', () => page(2))
    renderPage(<PastRaces lastEnd={undefined} />)
    await screen.findByRole('button', { name: 'Older races' })
    press('Older races')
    await screen.findByRole('link', { name: 'Proof of race 1' })
    expect(screen.getAllByRole('link', { name: /^Proof/ })).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Older races' })).toBeNull()
  })
})

describe('a bet', () => {
  test('is placed and shown, and leaves the panel ready for the next one', async () => {
    const region = await openRace()
    expect(placeBet()).toHaveProperty('disabled', true)
    await betOn('Thunder Bolt', 25)
    screen.getByText('Bet Placed!')
    expect(JSON.parse(table.requests(PLACE)[0]?.body ?? '')).toEqual({
      horseId: 2,
      amount: 25,
    })
    expect(horse('Thunder Bolt').ariaPressed).toBe('false')
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '10')
    const own = screen.getByRole('region', { name: 'Your bets on this race' })
    await within(own).findByText('25')
    await within(region).findByText('You have 25 coins on this race')
  })

  test('is placed by keyboard: a letter chooses a horse, Enter bets on it', async () => {
    await openRace()
    hit('t')
    expect(horse('Thunder Bolt').ariaPressed).toBe('true')
    hit('Enter')
    await screen.findByText('You bet 10 coins on Thunder Bolt')
  })

  test.each([
    [409, 'race_running', 'Betting on this race is closed.'],
    [503, 'paused', 'Horse Race is paused.'],
  ] as const)(
    'keeps its horse after error %i %s',
    async (status, code, message) => {
      table.server.answer(PLACE, status, refusal(code, message))
      await openRace()
      fireEvent.click(horse('Red Fury'))
      press('Place Bet')
      await screen.findByText('Error')
      screen.getByText('Failed to place bet')
      expect(horse('Red Fury').ariaPressed).toBe('true')
    },
  )

  test('is resent with its key while answers get lost, and says that it waits', async () => {
    let isLost = true
    table.server.play(PLACE, (body) => {
      if (!isLost) return table.races().place(body as RaceBet)
      throw new Error('lost')
    })
    await openRace()
    fireEvent.click(horse('Pokey'))
    press('Place Bet')
    await passes(2_100)
    screen.getByText('Waiting for the server…')
    isLost = false
    await screen.findByText('You bet 10 coins on Pokey')
    await screen.findByText('You have 10 coins on this race')
    const keys = table
      .requests(PLACE)
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('the end of a bet', () => {
  test('celebrates all wins on one race together after its end is shown', async () => {
    const region = await openRace()
    const { winner } = names()
    await betOn(winner)
    await betOn(winner, 20)
    await within(region).findByText('You have 30 coins on this race')
    run()
    within(region).getByText('Your bet')
    await passes(RUN_MS - 100)
    expect(screen.queryByText('Winner!')).toBeNull()
    await passes(200)
    await screen.findByText('Winner!')
    screen.getByText('You won 114 coins!')
    within(region).getByText(`${winner} pays you 114 coins`)
    within(region).getByText(`${winner} Won!`)
    const podium = within(region).getByRole('list', { name: 'Podium' })
    expect(within(podium).getAllByRole('listitem')).toHaveLength(3)
    expect(within(podium).getAllByText(/./)[1]?.textContent).toBe(winner)
  })

  test('shows a loss without a toast, and verifies it', async () => {
    const region = await openRace()
    await betOn(names().loser)
    await runToEnd()
    within(region).getByText(`${names().winner} won. Your bet lost`)
    await screen.findByRole('button', { name: /^Proven fair/ })
    expect(screen.queryByText('Winner!')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('updates the balance only after it is shown', async () => {
    const region = await openRace()
    await betOn(names().winner)
    await within(region).findByText('You have 10 coins on this race')
    const races = table.races()
    table.push(races.start(RUN_MS))
    const timestamp = races.now()
    const balance = coins(1_028)
    races.balance = balance
    table.push({ type: 'balance', timestamp, balance }, ...races.ends())
    await passes(RUN_MS - 100)
    within(region).getByText('1 to 990 coins')
    await passes(100)
    await within(region).findByText('1 to 1,028 coins')
  })

  test('raises the alarm when the payout does not match its race', async () => {
    await openRace()
    await betOn(names().winner)
    const races = table.races()
    const [end] = races.ends()
    if (!end) throw new Error('there is a bet')
    const lost = { ...end, status: 'lost', payout: coins(0) } as const
    table.push(races.start(200), lost, races.result())
    const alarm = await screen.findByRole('alert')
    within(alarm).getByText('This does not add up')
    const record = within(alarm).getByRole('link', { name: 'See the record' })
    expect(record.getAttribute('href')).toBe(`/verify/${end.id}`)
    screen.getByRole('button', { name: /^Does not match/ })
  })

  test('raises the alarm when the reported winner does not match the seeds', async () => {
    await table.visit()
    const races = table.races()
    const result = races.result()
    if (result.void) throw new Error('the race is run')
    const order = result.order.toReversed()
    const [winner = 1] = order
    table.push(races.state(), races.start(200), { ...result, order, winner })
    const alarm = await screen.findByRole('alert')
    within(alarm).getByText('The draws and actions give a different outcome.')
  })
})

/** Sets up the race's widget with honest races, which a test may tamper with. */
function raceTable() {
  fastTime()
  const server = stubServer()
  const paused: GamePause[] = []
  let socket: ReturnType<typeof socketServer>
  let races: HonestRaces

  beforeEach(() => {
    socket = socketServer()
    races = new HonestRaces()
    paused.length = 0
    server.play('GET /api/user', () => ({ ...bea, balance: races.balance }))
    server.play('GET /api/casino-stats', () => ({ ...quietStats, paused }))
    server.play('GET /api/races/current-bets', () => races.currentBets())
    server.play('GET /api/races/history', () => races.history())
    server.play(PLACE, (body) => races.place(placeRaceBet.body.parse(body)))
    server.play('GET /api/verify/*', (_body, url) =>
      races.toRecord(url.slice('/api/verify/'.length)),
    )
  })

  /** Opens the widget for a player. */
  async function enter(): Promise<HTMLElement> {
    renderPage(
      <SocketProvider>
        <FairnessProvider>
          <RaceWidget />
        </FairnessProvider>
      </SocketProvider>,
    )
    await waitFor(() => expect(socket.paths).not.toEqual([]))
    return screen.findByRole('region', { name: 'Horse Race' })
  }

  return {
    server,
    paused,
    races: () => races,
    push: (...messages: readonly SocketMessage[]) => {
      for (const message of messages) socket.push(JSON.stringify(message))
    },
    enter,
    /** Opens the widget for a visitor. */
    visit: () => {
      noteSession(false)
      server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in.'))
      return enter()
    },
    requests: (route: string) =>
      server.received.filter((one) => one.route === route),
  }
}

function horse(name: string): HTMLElement {
  return screen.getByRole('button', { name: new RegExp(`^${name}`) })
}

/** Bets on a horse, and waits until the bet is placed. */
async function betOn(name: string, amount = 10): Promise<void> {
  fireEvent.click(horse(name))
  const field = screen.getByLabelText('Bet Amount')
  fireEvent.change(field, { target: { value: String(amount) } })
  const region = screen.getByRole('region', { name: 'Horse Race' })
  fireEvent.click(within(region).getByRole('button', { name: 'Place Bet' }))
  await screen.findByText(`You bet ${amount} coins on ${name}`)
}
