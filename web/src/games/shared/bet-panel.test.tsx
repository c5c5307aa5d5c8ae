import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { press } from '#testing/page/acts.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { onOpenAccountSheet } from '../../session/open-account-sheet.ts'
import { setBalance } from '../../session/user-query.ts'
import { BetAction, BetPanel } from './bet-panel.tsx'
import { useBet } from './use-bet.ts'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 200, { ...bea, balance: 0 }))

function Table({ balance, pending }: { balance: number; pending?: boolean }) {
  const bet = useBet(balance)
  const [placed, setPlaced] = useState<number>()
  return (
    <BetPanel bet={bet}>
      <BetAction bet={bet} pending={pending ?? false} onBet={setPlaced}>
        Spin
      </BetAction>
      {placed !== undefined && <output>Bet {placed}</output>}
    </BetPanel>
  )
}

const show = (balance: number, pending = false) =>
  renderPage(<Table balance={balance} pending={pending} />)
const input = () => screen.getByLabelText<HTMLInputElement>('Bet Amount')
const button = (name: string) =>
  screen.queryByRole<HTMLButtonElement>('button', { name })
const type = (value: string) => fireEvent.change(input(), { target: { value } })
test('starts at 10, allows 1 to the balance, and places the shown stake', () => {
  show(250)
  expect(input().value).toBe('10')
  screen.getByText('1 to 250 coins')
  type('249')
  press('Spin')
  screen.getByText('Bet 249')
})

test('says Insufficient Balance and places nothing above the balance', () => {
  show(250)
  type('251')
  expect(button('Insufficient Balance')?.disabled).toBe(true)
})

test.each(['', '0', '-1', '1.5', '1e3', '1e400', 'ten', '1.000', '1,000'])(
  'places nothing at %j',
  (text) => {
    show(250)
    type(text)
    expect(button('Spin')?.disabled).toBe(true)
  },
)

test('places nothing while an answer is pending', () => {
  show(250, true)
  expect(button('Spin')?.disabled).toBe(true)
})

test.each([
  ['halves to whole coins', '5', ['½ of the bet'], '2'],
  ['halves down to one', '2', ['½ of the bet', '½ of the bet'], '1'],
  ['doubles', '10', ['2× the bet'], '20'],
  ['doubles up to the balance', '200', ['2× the bet'], '250'],
  ['halves down to the balance', '999', ['½ of the bet'], '250'],
  ['stakes the whole balance', '5', ['Max: bet your whole balance'], '250'],
])('%s', (_what, first, presses, then) => {
  show(250)
  type(first)
  for (const name of presses) press(name)
  expect(input().value).toBe(then)
})

describe('a player with too few coins', () => {
  test('can reset the balance in the panel, and is led to a deposit', async () => {
    const opened = vi.fn()
    onTestFinished(onOpenAccountSheet(opened))
    server.answer('POST /api/user/reset-balance', 200, bea)
    show(0)
    screen.getByText('You’re out of coins')
    press('Deposit')
    expect(opened).toHaveBeenCalledOnce()
    press('Reset to 1,000')
    await screen.findByText('Balance Reset')
  })

  test('can bet less, and is offered no reset that would lower the balance', () => {
    show(5_000)
    expect(button('Deposit')).toBeNull()
    type('5001')
    screen.getByText('That’s more than you have')
    expect(button('Reset to 1,000')).toBeNull()
    expect(button('Deposit')).not.toBeNull()
  })
})

function LosingTable() {
  const queryClient = useQueryClient()
  const lose = () => setBalance(queryClient, coins(bea.balance - 10))
  return (
    <>
      <Table balance={250} />
      <button type="button" onClick={lose}>
        Lose 10
      </button>
    </>
  )
}

describe('limits of the player’s own', () => {
  const NONE = {
    dailyStake: null,
    dailyLoss: null,
    pending: null,
    coolOffUntil: null,
    today: { staked: 70, lost: 20 },
  }
  beforeEach(() => server.answer('GET /api/user', 200, bea))

  test.each([
    [{ coolOffUntil: '2200-01-01T00:00:00.000Z' }, 'You are on a break'],
    [{ dailyStake: 70 }, 'You’ve reached your limit for today'],
    [{ dailyLoss: 20 }, 'You’ve reached your limit for today'],
  ])('pause bets with a reason while in force: %j', async (limits, message) => {
    server.answer('GET /api/limits', 200, { ...NONE, ...limits })
    show(250)
    await screen.findByText(message)
    expect(screen.queryByLabelText('Bet Amount')).toBeNull()
    expect(button('Paused')?.disabled).toBe(true)
  })

  test('bound the stake by the rest of today', async () => {
    server.answer('GET /api/limits', 200, { ...NONE, dailyStake: 75 })
    show(250)
    await screen.findByText('1 to 5 coins (your limit)')
    expect(button('Spin')?.disabled).toBe(true)
    type('5')
    press('Spin')
    screen.getByText('Bet 5')
  })

  test('are requested again when the balance changes', async () => {
    server.answer('GET /api/limits', 200, { ...NONE, dailyStake: 80 })
    renderPage(<LosingTable />)
    await waitFor(() =>
      expect(server.received.at(-1)?.route).toBe('GET /api/limits'),
    )
    server.answer('GET /api/limits', 200, { ...NONE, dailyStake: 70 })
    press('Lose 10')
    await screen.findByText('You’ve reached your limit for today')
  })
})
