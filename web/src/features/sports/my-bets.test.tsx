import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { coins } from '#core/money/coins.ts'
import type { BetPush } from '#core/schemas/bet-push.ts'
import type { SportsBet } from '#core/schemas/sports.ts'
import { refusal } from '#testing/page/players.ts'
import { betId, betOf, wonBet } from '#testing/page/sports-samples.ts'
import { BETS, sportsTable } from '#testing/page/sports-table.tsx'
import { SportsHistory } from './sports-history.tsx'

const table = sportsTable()
afterEach(() => vi.useRealTimers())

const { game } = betOf()
const scored = (home_score: number, away_score: number) => ({
  game: { ...game, scores: { home_score, away_score } },
})
const back = { status: 'void', payout: coins(10) } as const

async function openBets(...bets: SportsBet[]): Promise<HTMLElement> {
  table.known.bets = bets
  await table.enter()
  const tab = await screen.findByRole('tab', { name: 'My Bets' })
  // Radix chooses a tab as soon as the button goes down.
  fireEvent.mouseDown(tab, { button: 0 })
  return screen.findByRole('tabpanel', { name: 'My Bets' })
}

describe('a bet on the list', () => {
  it.each([
    ['Pending', 'Bet 10 coins, pays 16 coins', betOf()],
    [
      'To be confirmed',
      'Bet 10 coins, pays 16 coins',
      betOf({ live: true, confirmed: false }),
    ],
    ['Won', 'Bet 10 coins, paid 16 coins', wonBet()],
    [
      'Lost',
      'Bet 10 coins',
      betOf({ status: 'lost', payout: coins(0), ...scored(99, 101) }),
    ],
    [
      'Push',
      'Bet 10 coins, came back',
      betOf({
        ...back,
        market: 'spreads',
        point: -4,
        voidReason: 'The score met the line exactly.',
        ...scored(104, 100),
      }),
    ],
    [
      'Void',
      'Bet 10 coins, came back',
      betOf({ ...back, voidReason: 'The game was called off.' }),
    ],
  ])('is %s', async (state, line, bet) => {
    const list = await openBets(bet)
    const row = await within(list).findByRole('listitem')
    within(row).getByText(state)
    within(row).getByText(line)
    if (bet.voidReason) within(row).getByText(bet.voidReason)
  })

  it('says what, on which game, when, and leads to its evidence', async () => {
    const list = await openBets(wonBet(3))
    const row = await within(list).findByRole('listitem')
    expect(row.textContent).toContain('Boston Celtics -150')
    within(row).getByText('Miami Heat at Boston Celtics, 99 to 101')
    within(row).getByText(/^Jan 15, \d{1,2}:00 [AP]M$/)
    const link = within(row).getByRole('link', { name: /^Evidence/ })
    expect(link.getAttribute('href')).toBe(`/verify/${betId(3)}`)
    expect(link.getAttribute('target')).toBe('_blank')
  })

  it('has a name also where it has no label', async () => {
    const list = await openBets(betOf({ label: '', teamName: '' }))
    await within(list).findByText('Game Bet')
  })
})

describe('the screen’s list', () => {
  it('says that there are none', async () => {
    const list = await openBets()
    await within(list).findByText('No bets placed yet.')
  })

  it('offers to try again', async () => {
    table.server.answer(BETS, 503, refusal('unavailable', 'Not now.'))
    const list = await openBets()
    await within(list).findByText(/^Your bets could not be loaded/)
    // It asks by itself when the socket opens, and shows no button meanwhile.
    await waitFor(() => {
      const again = within(list).getByRole('button', { name: 'Try again' })
      table.server.play(BETS, () => [betOf()])
      fireEvent.click(again)
    })
    await within(list).findByText('Pending')
  })

  it('is asked for every 30 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const list = await openBets(betOf())
    await within(list).findByText('Pending')
    const before = table.asked(BETS).length
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(table.asked(BETS)).toHaveLength(before)
    table.known.bets = [wonBet()]
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await within(list).findByText('Won')
  })
})

describe('the drawer’s list', () => {
  it('says that there are none', async () => {
    await table.open(<SportsHistory />)
    await screen.findByText('No betting history available')
  })

  it('is asked for every 5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    table.known.bets = [betOf()]
    await table.open(<SportsHistory />)
    await screen.findByText('Pending')
    table.known.bets = [wonBet()]
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await screen.findByText('Won')
  })
})

describe('what is pushed', () => {
  function push(by: Partial<BetPush> = {}): BetPush {
    return {
      type: 'bet',
      timestamp: 1,
      gameType: 'Sports Bet',
      id: betId(0),
      status: 'won',
      amount: coins(10),
      payout: coins(16),
      ...by,
    }
  }

  it('shows bet and balance at once, and tells of the win', async () => {
    const list = await openBets(betOf())
    await within(list).findByText('Pending')
    table.known.bets = [wonBet()]
    table.say({ type: 'balance', timestamp: 1, balance: coins(1_006) }, push())
    await screen.findByText('Winner!')
    screen.getByText('You won 6 coins!')
    await within(list).findByText('Won')
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'NBA Games' }), {
      button: 0,
    })
    const name = /^Boston Celtics to win/
    fireEvent.click(await screen.findByRole('button', { name }))
    screen.getByText('1 to 1,006 coins')
  })

  it.each([
    {
      what: 'a loss',
      message: push({ status: 'lost', payout: coins(0) }),
      title: 'Bet settled',
      text: 'Boston Celtics did not come in.',
    },
    {
      what: 'a stake that came back',
      message: push({ status: 'void', payout: coins(10) }),
      title: 'Stake returned',
      text: 'Boston Celtics: 10 coins came back.',
    },
    {
      what: 'a live bet that counts now',
      message: push({ status: 'pending', payout: coins(0) }),
      title: 'Live bet confirmed',
      text: 'Boston Celtics: the next odds confirmed it.',
    },
  ])(
    'tells of $what wherever the player is',
    async ({ message, title, text }) => {
      table.known.bets = [betOf()]
      await table.open(<p>Another page</p>)
      table.say(message)
      await screen.findByText(title)
      screen.getByText(text)
    },
  )

  it('tells of several wins together', async () => {
    await table.open(<p>Another page</p>)
    table.say(push(), push({ id: betId(1), payout: coins(20) }))
    await screen.findByText('You won 16 coins!')
  })

  it('is none of ours where it is of a race', async () => {
    await table.open(<p>Another page</p>)
    table.say(
      push({ gameType: 'Horse Race' }),
      push({ id: betId(1), payout: coins(20) }),
    )
    await screen.findByText('You won 10 coins!')
  })
})
