import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { BetPush } from '#core/api/socket.ts'
import type { SportsBet } from '#core/api/sports.ts'
import { coins } from '#core/money/coins.ts'
import { pressSoon } from '#testing/page/acts.ts'
import { passes } from '#testing/page/fast-time.ts'
import { refusal, roundId } from '#testing/page/players.ts'
import { getBet, wonBet } from '#testing/page/sports-samples.ts'
import { BETS, sportsTable } from '#testing/page/sports-table.tsx'
import { SportsHistory } from './bet-list.tsx'

const table = sportsTable()

const back = { status: 'void', payout: coins(10) } as const

async function openBets(...bets: SportsBet[]): Promise<HTMLElement> {
  table.known.bets = bets
  await table.enter()
  const tab = await screen.findByRole('tab', { name: 'My Bets' })
  fireEvent.click(tab)
  return screen.findByRole('tabpanel', { name: 'My Bets' })
}

test('shows the state, stake and game of each bet', async () => {
  const pays = 'Bet 10 coins, pays 16 coins'
  const cameBack = 'Bet 10 coins, returned'
  const onSpread = { market: 'spreads', point: -2 } as const
  const pushed = { ...wonBet(), ...back, ...onSpread, voidReason: 'No winner.' }
  const states: [string, string, Partial<SportsBet>][] = [
    ['Pending', pays, { label: '', teamName: '' }],
    ['To be confirmed', pays, { live: true, confirmed: false }],
    ['Won', 'Bet 10 coins, paid 16 coins', wonBet()],
    ['Lost', 'Bet 10 coins', { status: 'lost', payout: coins(0) }],
    ['Push', cameBack, pushed],
    ['Void', cameBack, { ...back, voidReason: 'The game was called off.' }],
  ]
  const list = await openBets(
    ...states.map(([, , by], at) => getBet({ ...by, id: roundId(at) })),
  )
  const rows = await within(list).findAllByRole('listitem')
  for (const [at, [state, line, { voidReason }]] of states.entries()) {
    const row = within(rows[at] ?? list)
    row.getByText(state)
    row.getByText(line)
    if (voidReason) row.getByText(voidReason)
  }
  within(rows[0] ?? list).getByText('Game Bet')
  const row = rows[2] ?? list
  expect(row.textContent).toContain('Boston Celtics \u2212150')
  within(row).getByText('Miami Heat at Boston Celtics, 99 to 101')
  within(row).getByText(/^Jan 15, \d{1,2}:00 [AP]M$/)
  const link = within(row).getByRole('link', { name: /^Evidence/ })
  expect(link.getAttribute('href')).toBe(`/verify/${roundId(2)}`)
  expect(link.getAttribute('target')).toBe('_blank')
})

describe('the screen’s list', () => {
  test('says when it is empty', async () => {
    const list = await openBets()
    await within(list).findByText('No bets placed yet.')
  })

  test('offers to try again', async () => {
    table.server.answer(BETS, 503, refusal('unavailable', 'Not now.'))
    const list = await openBets()
    await within(list).findByText(/^Your bets could not be loaded/)
    // It reloads by itself when the socket opens, and shows no button meanwhile.
    await waitFor(() => {
      const again = within(list).getByRole('button', { name: 'Try again' })
      table.server.play(BETS, () => [getBet()])
      fireEvent.click(again)
    })
    await within(list).findByText('Pending')
  })
})

test('polls every 5 s in the drawer, which says when there are no bets', async () => {
  await table.open(<SportsHistory onLeave={() => undefined} />)
  await screen.findByText('No betting history available')
  table.known.bets = [wonBet()]
  const before = table.requests(BETS).length
  await passes(4_000)
  expect(table.requests(BETS)).toHaveLength(before)
  await passes(1_000)
  await screen.findByText('Won')
})

describe('a pushed bet', () => {
  function push(by: Partial<BetPush> = {}): BetPush {
    return {
      type: 'bet',
      timestamp: 1,
      gameType: 'Sports Bet',
      id: roundId(0),
      status: 'won',
      amount: coins(10),
      payout: coins(16),
      ...by,
    }
  }

  test('updates bet and balance at once, and announces the win', async () => {
    const list = await openBets(getBet())
    await within(list).findByText('Pending')
    table.known.bets = [wonBet()]
    table.push({ type: 'balance', timestamp: 1, balance: coins(1_006) }, push())
    await screen.findByText('Winner!')
    screen.getByText('You won 16 coins!')
    await within(list).findByText('Won')
    fireEvent.click(screen.getByRole('tab', { name: 'NBA Games' }))
    const name = /^Boston Celtics to win/
    await pressSoon(name)
    screen.getByText('1 to 1,006 coins')
  })

  test('notifies on any page of a loss, a returned stake and a confirmed live bet', async () => {
    table.known.bets = [getBet()]
    await table.open(<p>Another page</p>)
    for (const [change, title, text] of [
      [
        { status: 'lost', payout: coins(0) },
        'Bet settled',
        'Boston Celtics did not win.',
      ],
      [
        { status: 'void', payout: coins(10) },
        'Stake returned',
        'Boston Celtics: 10 coins returned.',
      ],
      [
        { status: 'pending', payout: coins(0) },
        'Live bet confirmed',
        'Boston Celtics: your bet is in.',
      ],
    ] as const) {
      table.push(push(change))
      await screen.findByText(title)
      screen.getByText(text)
    }
  })

  test('sums up several wins, without those of races', async () => {
    await table.open(<p>Another page</p>)
    table.push(
      push({ gameType: 'Horse Race' }),
      push(),
      push({ id: roundId(1), payout: coins(20) }),
    )
    await screen.findByText('You won 36 coins!')
  })
})
