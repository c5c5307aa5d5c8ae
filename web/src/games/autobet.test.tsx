import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { isRight } from '#core/games/hi-lo/hi-lo-guess.ts'
import { press, type } from '#testing/page/acts.ts'
import { passes } from '#testing/page/fast-time.ts'
import { FLIP, flipTable } from '#testing/page/flip-table.tsx'
import {
  balance,
  hit,
  typeStake,
  untilAnswered,
} from '#testing/page/game-table.tsx'
import { hiLoTable, PLAY } from '#testing/page/hi-lo-table.tsx'
import { refusal } from '#testing/page/players.ts'
import { slotsTable } from '#testing/page/slots-table.tsx'
import { watched } from '#testing/page/watched.ts'
import { noteServer } from '../lib/server-presence.ts'

/** Opens the tab for autobets and fills its fields in, by their names. */
function setUp(fields: Readonly<Record<string, string>> = {}): void {
  const tab = screen.getByRole('tab', { name: 'Auto' })
  fireEvent.click(tab)
  for (const [name, value] of Object.entries(fields)) {
    type(name, value)
  }
}

function start(fields?: Readonly<Record<string, string>>): void {
  setUp(fields)
  press('Start autobet')
}

const stopButton = () => screen.queryByRole('button', { name: 'Stop' })

/** Waits for a text in the line of the autobet. */
const line = (text: RegExp | string) =>
  screen.findByText(text, { selector: '.autobet-line *' })

/** Waits until it has stopped for a reason. */
async function untilStopped(reason: RegExp): Promise<void> {
  await line(reason)
  expect(stopButton()).toBeNull()
  screen.getByRole('button', { name: 'Start autobet' })
}

describe('an autobet of the coin flip', () => {
  const table = flipTable()
  const { server } = table
  const stakes = () => table.requests().map(({ betAmount }) => betAmount)

  /** Makes flips win or lose by moving on to rounds that do. */
  function fall(...wins: readonly boolean[]): void {
    const left = [...wins]
    server.play(FLIP, (body) => {
      const wanted = left.shift() ?? false
      const bet = coinFlip.bet.parse(body)
      const honest = table.honest()
      while (honest.rehearsed(coinFlip, bet).isWin !== wanted) honest.nonce += 1
      return table.flip(body)
    })
  }

  test('places each bet with a key and a proof, and announces only its phases', async () => {
    fall(true, false, true)
    const page = await table.open()
    const seen = watched(document.body, () => ({
      line: document.querySelector('.autobet-line [role="status"]')
        ?.textContent,
      toast: screen.queryByText('Winner!') !== null,
    }))
    start({ Bets: '3', Side: 'tails' })
    const result = within(page).getAllByRole('status')[0]
    expect(result?.ariaLive).toBe('off')
    await screen.findByText(/^1 of 3 bets, (9|10) coins up$/)
    await untilStopped(/^Stopped after 3 of 3 bets, .+ All bets placed\.$/)
    expect(result?.ariaLive).toBe('polite')
    const bet = { betAmount: 10, choice: 'tails' }
    expect(table.requests()).toEqual([bet, bet, bet])
    expect(new Set(table.keys()).size).toBe(3)
    expect(balance()).toBe(String(table.honest().balance))
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(seen.some(({ toast }) => toast)).toBe(false)
    const lines = seen.map((each) => each.line).filter(Boolean)
    expect([...new Set(lines)]).toEqual([
      'Autobet is running. Esc stops it.',
      expect.stringMatching(/^Stopped after 3 of 3 bets/),
    ])
  })

  test('raises its stake and stops according to its fields', async () => {
    await table.open()
    fall(false, false, true)
    start({
      Bets: '',
      'After a loss': 'raise',
      'Stop on a win of at least': '30',
    })
    await line(/One bet won/)
    expect(stakes()).toEqual([10, 20, 40])
  })

  test.each([
    ['Esc', () => hit('Escape')],
    ['the button', () => press('Stop')],
  ])('is stopped by %s, and can be started again', async (_, stop) => {
    await table.open()
    start({ Bets: '' })
    await line(/^2 bets/)
    stop()
    await line(/You stopped it\./)
    const button = screen.getByRole('button', { name: 'Start autobet' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    const made = table.requests().length
    await line(new RegExp(`^Stopped after ${made} bets`))
    typeStake(7)
    start({ Bets: '2' })
    await untilStopped(/Stopped after 2 of 2 bets/)
    expect(stakes().slice(made)).toEqual([7, 7])
  })

  test.each(['Leave or come back', 'Sign out', 'Change player'])(
    'stops: %s',
    async (name) => {
      await table.openVisits()
      start({ Bets: '' })
      await line(/^1 bet,/)
      const last = server.hold(FLIP)
      const before = table.requests().length
      await waitFor(() => expect(table.requests().length).toBe(before + 1))
      press(name)
      await waitFor(() => expect(stopButton()).toBeNull())
      const made = table.requests()
      last(table.flip(made.at(-1)))
      await untilAnswered()
      await passes(1_000)
      expect(table.requests()).toEqual(made)
    },
  )

  test('ignores the keys of the game, and leaves arrows to its tabs', async () => {
    await table.open()
    const manual = screen.getByRole('tab', { name: 'Manual' })
    act(() => manual.focus())
    fireEvent.keyDown(manual, { key: 'ArrowRight' })
    const auto = screen.getByRole('tab', { name: 'Auto' })
    await waitFor(() => expect(document.activeElement).toBe(auto))
    hit('h')
    start({ Bets: '2' })
    hit('t')
    await line(/^1 of 2 bets/)
    hit('t')
    await untilStopped(/All bets placed/)
    expect(table.requests()).toHaveLength(2)
  })

  test('stops at a refusal and shows its message', async () => {
    await table.open()
    start()
    await line(/^2 of 10 bets/)
    const message = 'Your daily loss limit of 50 coins leaves 3 for today.'
    server.answer(FLIP, 409, refusal('player_limit', message))
    await untilStopped(new RegExp(message))
    const made = table.requests().length
    await passes(1_000)
    expect(table.requests()).toHaveLength(made)
  })

  test('places no bet twice when an answer is lost', async () => {
    let lost = 0
    table.spoil((answer) => {
      if (table.requests().length !== 2) return answer
      lost += 1
      const { nonce, payout, betAmount } = answer
      const before = answer.balance - payout + betAmount
      Object.assign(table.honest(), { nonce, balance: before })
      throw new Error('The connection breaks after the bet was taken')
    })
    await table.open()
    start({ Bets: '3' })
    await untilStopped(/^Stopped after 3 of 3 bets/)
    const keys = table.keys()
    expect(lost).toBe(1)
    expect(keys).toHaveLength(4)
    expect(keys[2]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
    expect(balance()).toBe(String(table.honest().balance))
  })

  test('stops when it is unclear whether a bet counted', async () => {
    await table.open()
    start()
    await line(/^1 of 10 bets/)
    server.answer(FLIP, 200, { result: 'edge' })
    await untilStopped(/We got no clear answer\. Your balance shows whether/)
    const last = table.keys().at(-1)
    expect(table.keys().filter((key) => key === last)).toHaveLength(1)
  })

  test('stops at a round that does not add up', async () => {
    await table.open()
    start()
    await line(/^1 of 10 bets/)
    table.spoil((answer) => ({
      ...answer,
      result: answer.result === 'heads' ? 'tails' : 'heads',
    }))
    await untilStopped(/The last round does not add up/)
    await screen.findByRole('alert')
  })

  test('waits for an unreachable server without limit, and retries with the same key', async () => {
    await table.open()
    onTestFinished(() => noteServer('here'))
    server.answer(FLIP, 502, 'Bad Gateway')
    start({ Bets: '1' })
    await waitFor(() => expect(table.requests()).toHaveLength(1))
    act(() => noteServer('away'))
    await line('Connection lost. Autobet resumes once we’re reconnected.')
    await passes(90_000)
    table.spoil((answer) => answer)
    act(() => noteServer('here'))
    await untilStopped(/^Stopped after 1 of 1 bets/)
    expect(new Set(table.keys()).size).toBe(1)
    expect(table.honest().nonce).toBe(1)
  })
})

describe('an autobet of the slots', () => {
  const table = slotsTable()
  test('does not spin the reels', async () => {
    const page = await table.open()
    const isSpinning = () =>
      within(page).queryByRole('img', { name: 'The reels are spinning' })
    const spins = watched(page, () => isSpinning() !== null)
    start({ Bets: '2' })
    await untilStopped(/^Stopped after 2 of 2 bets/)
    expect(table.requests()).toEqual(Array(2).fill({ betAmount: 10 }))
    expect(spins).not.toContain(true)
    expect(balance()).toBe(String(table.honest().balance))
    await within(page).findByRole('button', { name: /Proven fair/ })
  })
})

describe('an autobet of hi-lo', () => {
  const table = hiLoTable()
  test('plays rounds to their ends by its strategy', async () => {
    const page = await table.open()
    start({ Bets: '4', 'Cash out after': '2' })
    await untilStopped(/^Stopped after 4 of 4 bets/)
    expect(table.requests('hilo/start')).toEqual(
      Array(4).fill({ betAmount: 10 }),
    )
    for (const body of table.requests('hilo/cashout')) {
      expect(body).toEqual({ step: 2 })
    }
    expect(balance()).toBe(String(table.honest().balance))
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('leaves its round open when stopped', async () => {
    await table.open()
    table.deal(
      ([first, second]) =>
        first?.value === 3 && !!second && isRight('higher', first, second),
    )
    const answer = table.server.hold(PLAY)
    start()
    await waitFor(() => expect(table.requests('hilo/play')).toHaveLength(1))
    hit('Escape')
    const act = { action: 'play', choice: 'higher' }
    answer(table.honest().answer(hiLo, { act }))
    await screen.findByText('1 in a row')
    await screen.findByRole('button', { name: /^Cash Out/ })
    expect(stopButton()).toBeNull()
    await line(/You stopped it\.$/)
    expect(table.requests('hilo/play')).toEqual([{ choice: 'higher', step: 0 }])
    expect(table.requests('hilo/cashout')).toEqual([])
  })
})
