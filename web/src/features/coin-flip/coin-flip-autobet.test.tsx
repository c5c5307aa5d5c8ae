import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import {
  setUpAutobet,
  startAutobet,
  stopButton,
} from '#testing/page/autobet.ts'
import { flip } from '#testing/page/flip.ts'
import { FLIP, flipTable } from '#testing/page/flip-table.tsx'
import { balance } from '#testing/page/game-table.tsx'
import { bea, refusal } from '#testing/page/players.ts'
import { watched } from '#testing/page/watched.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { noteServer } from '../../lib/server-presence.ts'
import { CoinFlipPage } from './coin-flip-page.tsx'

const table = flipTable()

const answer = (body: unknown) => flip(table.honest(), coinFlip.bet.parse(body))

/**
 * Has flips fall as wanted, by moving on to rounds that do; then as they come.
 */
function fall(...wins: readonly boolean[]): void {
  const left = [...wins]
  table.server.play(FLIP, (body) => {
    const wanted = left.shift()
    const bet = coinFlip.bet.parse(body)
    const honest = table.honest()
    while (
      wanted !== undefined &&
      honest.rehearsed(coinFlip, bet).isWin !== wanted
    ) {
      honest.nonce += 1
    }
    return answer(body)
  })
}

const stakes = () => table.asked().map(({ betAmount }) => betAmount)

const keysSent = () =>
  table.server.received
    .filter(({ route }) => route === FLIP)
    .map(({ headers }) => headers['idempotency-key'])

/** Why it stopped, once it has: in its line, and in its toast. */
async function stopped(reason: RegExp): Promise<void> {
  await screen.findByText('Autobet stopped')
  expect(screen.getAllByText(reason)).toHaveLength(2)
  expect(stopButton()).toBeNull()
  screen.getByRole('button', { name: 'Start autobet' })
}

function goAway(): void {
  onTestFinished(() => noteServer('here'))
  act(() => noteServer('away'))
}

describe('an autobet', () => {
  it('makes as many bets as it is asked for, each with a key and a proof', async () => {
    const page = await table.open()
    startAutobet({ Bets: '5', Side: 'tails' })
    await stopped(/^Stopped after 5 of 5 bets, .+ All bets are made\.$/)
    expect(table.asked()).toHaveLength(5)
    expect(table.asked().every(({ choice }) => choice === 'tails')).toBe(true)
    expect(new Set(keysSent()).size).toBe(5)
    expect(balance()).toBe(String(table.honest().balance))
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('tells its phases only, and celebrates no round by itself', async () => {
    fall(true, false, true)
    const page = await table.open()
    const told = watched(document.body, () => ({
      line: document.querySelector('.autobet-line [role="status"]')
        ?.textContent,
      toast: screen.queryByText('Winner!') !== null,
    }))
    startAutobet({ Bets: '3' })
    const result = within(page).getAllByRole('status')[0]
    expect(result?.getAttribute('aria-live')).toBe('off')
    await screen.findByText('1 of 3 bets, 10 coins up')
    await stopped(/^Stopped after 3 of 3 bets/)
    expect(told.some(({ toast }) => toast)).toBe(false)
    const lines = told.map(({ line }) => line).filter(Boolean)
    expect([...new Set(lines)]).toEqual([
      'Autobet is running. Esc stops it.',
      expect.stringMatching(/^Stopped after 3 of 3 bets/),
    ])
    expect(result?.getAttribute('aria-live')).toBe('polite')
  })

  it('raises its bet after a loss, and goes back to the first after a win', async () => {
    fall(false, false, true, false)
    await table.open()
    startAutobet({ Bets: '5', 'After a loss': 'raise' })
    await stopped(/All bets are made/)
    expect(stakes()).toEqual([10, 20, 40, 10, 20])
  })

  it.each([
    { rule: 'Stop on profit', value: '15', falls: [true, false, true, true] },
    { rule: 'Stop on loss', value: '25', falls: [false, false] },
    { rule: 'Stop on one win', value: '9', falls: [false, true] },
  ])('stops by its rule: $rule', async ({ rule, value, falls }) => {
    fall(...falls)
    await table.open()
    startAutobet({ Bets: '', [rule]: value })
    await stopped(/^Stopped after \d bets/)
    expect(table.asked()).toHaveLength(falls.length)
  })

  it('stops where the next bet is more than there is', async () => {
    table.honest().balance = 50
    fall(false, false)
    await table.open()
    startAutobet({ Bets: '', 'After a loss': 'raise' })
    await stopped(/You have less than the next bet of 40 coins/)
    expect(stakes()).toEqual([10, 20])
  })

  it('is not started by what makes no sense', async () => {
    await table.open()
    startAutobet({ 'Stop on loss': '1e3' })
    const field = screen.getByRole('textbox', { name: 'Stop on loss' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(stopButton()).toBeNull()
    expect(table.asked()).toEqual([])
  })
})

describe('the player', () => {
  it.each([
    ['Esc', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['the button', () => fireEvent.click(stopButton() ?? document.body)],
  ])('stops it by %s', async (_name, stop) => {
    await table.open()
    startAutobet({ Bets: '' })
    await screen.findByText(/^2 bets/)
    stop()
    await screen.findByText(/You stopped it\./)
    const start = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Start autobet',
    })
    await waitFor(() => expect(start.disabled).toBe(false))
    const made = table.asked().length
    screen.getByText(new RegExp(`^Stopped after ${made} bets`))
    // What it would have asked next it would ask before a bet that is new.
    fireEvent.change(screen.getByLabelText('Bet Amount'), {
      target: { value: '7' },
    })
    startAutobet({ Bets: '2' })
    await stopped(/Stopped after 2 of 2 bets/)
    expect(stakes().slice(made)).toEqual([7, 7])
  })

  it('goes from tab to tab with the arrows, which choose no side there', async () => {
    await table.open()
    const manual = screen.getByRole('tab', { name: 'Manual' })
    act(() => manual.focus())
    fireEvent.keyDown(manual, { key: 'ArrowRight' })
    const auto = screen.getByRole('tab', { name: 'Auto' })
    await waitFor(() => expect(document.activeElement).toBe(auto))
  })

  it('plays by no key beside it', async () => {
    await table.open()
    setUpAutobet()
    fireEvent.keyDown(document.body, { key: 'h' })
    startAutobet({ Bets: '2' })
    fireEvent.keyDown(document.body, { key: 't' })
    await screen.findByText(/^1 of 2 bets/)
    fireEvent.keyDown(document.body, { key: 't' })
    await stopped(/All bets are made/)
    expect(table.asked()).toHaveLength(2)
  })

  it.each(['Leave', 'Sign out', 'Change player'])(
    'stops it: %s',
    async (name) => {
      await table.open(<Visits />)
      startAutobet({ Bets: '' })
      await screen.findByText(/^1 bet,/)
      const last = table.server.hold(FLIP)
      const before = table.asked().length
      await waitFor(() => expect(table.asked().length).toBe(before + 1))
      fireEvent.click(screen.getByRole('button', { name }))
      await waitFor(() => expect(stopButton()).toBeNull())
      const made = table.asked()
      last(answer(made.at(-1)))
      await screen.findByText('Asking nothing')
      expect(table.asked()).toEqual(made)
    },
  )
})

describe('when it goes wrong', () => {
  it.each([
    ['player_limit', 'Your daily loss limit of 50 coins leaves 3 for today.'],
    ['player_limit', 'You are on a break until 2026-12-01, 10:00 UTC.'],
    ['house_limit', 'The house can take 7 coins at most.'],
    ['insufficient_coins', 'You have 3 coins.'],
    ['too_many_requests', 'Too many at once.'],
  ])('stops for a refusal: %s, %s', async (code, message) => {
    await table.open()
    startAutobet()
    await screen.findByText(/^2 of 10 bets/)
    table.server.answer(FLIP, 409, refusal(code, message))
    await stopped(new RegExp(message))
    const made = table.asked().length
    await waitFor(() =>
      expect(
        screen.getByRole<HTMLButtonElement>('button', { name: 'Start autobet' })
          .disabled,
      ).toBe(false),
    )
    expect(table.asked()).toHaveLength(made)
  })

  it('stops where the game is paused, and shows that', async () => {
    await table.open()
    const reason = 'New felt is laid.'
    const pause = { gameType: 'Coin Flip', reason }
    table.server.answer(FLIP, 503, refusal('paused', 'It is paused.', pause))
    startAutobet()
    await screen.findByText(/No bet was made\. It is paused\.$/, {
      selector: '[role="status"]',
    })
    await screen.findByText('Coin Flip is paused')
    expect(table.asked()).toHaveLength(1)
  })

  it('makes no bet twice where an answer is lost', async () => {
    let lost = 0
    table.server.play(FLIP, (body) => {
      const told = answer(body)
      if (table.asked().length !== 2) return told
      lost += 1
      Object.assign(table.honest(), {
        nonce: told.nonce,
        balance: told.balance - told.payout + told.betAmount,
      })
      throw new Error('The connection breaks after the bet was taken')
    })
    await table.open()
    startAutobet({ Bets: '3' })
    await stopped(/^Stopped after 3 of 3 bets/)
    const keys = keysSent()
    expect(lost).toBe(1)
    expect(keys).toHaveLength(4)
    expect(keys[2]).toBe(keys[1])
    expect(new Set(keys).size).toBe(3)
    expect(balance()).toBe(String(table.honest().balance))
  })

  it('stops where nobody says whether a bet counted', async () => {
    await table.open()
    startAutobet()
    await screen.findByText(/^1 of 10 bets/)
    table.server.answer(FLIP, 200, { result: 'edge' })
    await stopped(/No clear answer came\. Your balance shows whether/)
    const last = keysSent().at(-1)
    expect(keysSent().filter((key) => key === last)).toHaveLength(1)
  })

  it('stops at a round that does not add up', async () => {
    await table.open()
    startAutobet()
    await screen.findByText(/^1 of 10 bets/)
    table.server.play(FLIP, (body) => {
      const told = answer(body)
      return { ...told, result: told.result === 'heads' ? 'tails' : 'heads' }
    })
    await stopped(/The last round does not add up/)
    await screen.findByRole('alert')
  })
})

describe('a house that is away', () => {
  const WAITS = 'The house is away. Autobet waits and goes on when it is back.'

  it('is waited for, and gets no bet until it is back', async () => {
    await table.open()
    startAutobet({ Bets: '4' })
    await screen.findByText(/^1 of 4 bets/)
    goAway()
    await screen.findByText(WAITS)
    const made = await settledBets()
    act(() => noteServer('here'))
    await stopped(/^Stopped after 4 of 4 bets/)
    expect(made).toBeLessThan(4)
    expect(table.asked()).toHaveLength(4)
  })

  it('is asked again under the same key, however long it was away', async () => {
    await table.open()
    goAway()
    table.server.answer(FLIP, 502, 'Bad Gateway')
    act(() => noteServer('here'))
    startAutobet({ Bets: '1' })
    await waitFor(() => expect(table.asked()).toHaveLength(1))
    act(() => noteServer('away'))
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000)
    const failed = table.asked().length + 1
    await waitFor(() => expect(table.asked().length).toBe(failed))
    table.server.play(FLIP, answer)
    act(() => noteServer('here'))
    await stopped(/^Stopped after 1 of 1 bets/)
    expect(new Set(keysSent()).size).toBe(1)
    expect(table.honest().nonce).toBe(1)
  })

  it('gets nothing more of one that was stopped meanwhile', async () => {
    await table.open()
    startAutobet()
    await screen.findByText(/^1 of 10 bets/)
    goAway()
    await screen.findByText(WAITS)
    const made = await settledBets()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await screen.findByText(/You stopped it\.$/)
    act(() => noteServer('here'))
    startAutobet({ Bets: '1' })
    await stopped(/^Stopped after 1 of 1 bets/)
    expect(table.asked()).toHaveLength(made + 1)
  })

  /** How many were made, once the one on its way is over. */
  async function settledBets(): Promise<number> {
    const made = () => table.asked().length
    await waitFor(() => screen.getByText(new RegExp(`^${made()} of`)))
    return made()
  }
})

/** The page, and ways to leave it. */
function Visits() {
  const [isHere, setHere] = useState(true)
  const queryClient = useQueryClient()
  const become = (player: object | null) =>
    queryClient.setQueryData(userQueryKey, player)
  return (
    <>
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
      <button type="button" onClick={() => become(null)}>
        Sign out
      </button>
      <button type="button" onClick={() => become({ ...bea })}>
        Change player
      </button>
      <p>{useIsMutating() === 0 ? 'Asking nothing' : 'Asking'}</p>
      {isHere && <CoinFlipPage />}
    </>
  )
}
