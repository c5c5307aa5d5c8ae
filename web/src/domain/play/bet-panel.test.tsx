import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { onAccountAsked } from '../session/account-request.ts'
import { BetAction } from './bet-action.tsx'
import { BetPanel } from './bet-panel.tsx'
import { useBet } from './use-bet.ts'

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

const input = () => screen.getByLabelText<HTMLInputElement>('Bet Amount')
const action = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Spin' })
const type = (value: string) => fireEvent.change(input(), { target: { value } })
const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name }))

it('starts at 10, from 1 to the balance', () => {
  render(<Table balance={250} />)
  expect(input().value).toBe('10')
  expect(input().min).toBe('1')
  expect(input().max).toBe('250')
  expect(screen.getByText('1 to 250 coins')).toBeTruthy()
})

it('stakes all there is at a press', () => {
  render(<Table balance={250} />)
  press('Max, all of your balance as the bet')
  expect(input().value).toBe('250')
})

it('places the amount that it shows', () => {
  render(<Table balance={250} />)
  type('250')
  press('Spin')
  expect(screen.getByText('Bet 250')).toBeTruthy()
})

it('says Insufficient Balance and places nothing above the balance', () => {
  renderPage(<Table balance={250} />)
  type('251')
  const button = screen.getByRole<HTMLButtonElement>('button', {
    name: 'Insufficient Balance',
  })
  expect(button.disabled).toBe(true)
})

it.each(['', '0', '-1', '1.5', '1e3', '1e400', 'ten'])(
  'places nothing at %j',
  (text) => {
    render(<Table balance={250} />)
    type(text)
    expect(action().disabled).toBe(true)
  },
)

it('places nothing while an answer is pending', () => {
  render(<Table balance={250} pending />)
  expect(action().disabled).toBe(true)
})

describe('who has too few coins', () => {
  const server = stubServer()
  beforeEach(() => server.answer('GET /api/user', 200, { ...bea, balance: 0 }))
  const button = (name: string) => screen.queryByRole('button', { name })

  it('gets new ones right there, and is led to a deposit', async () => {
    const asked = vi.fn()
    onTestFinished(onAccountAsked(asked))
    server.answer('POST /api/user/reset-balance', 200, bea)
    renderPage(<Table balance={0} />)
    screen.getByText('You are out of coins')
    press('Deposit')
    expect(asked).toHaveBeenCalledOnce()
    press('Reset to 1,000')
    await screen.findByText('Balance Reset')
  })

  it('can also bet less, and resets no balance that would shrink', () => {
    renderPage(<Table balance={5_000} />)
    expect(button('Deposit')).toBeNull()
    type('5001')
    screen.getByText('That is more than you have')
    expect(button('Reset to 1,000')).toBeNull()
    expect(button('Deposit')).not.toBeNull()
  })
})

describe('the factors', () => {
  it('halve to whole coins, down to one', () => {
    render(<Table balance={250} />)
    type('5')
    press('½ of the bet')
    expect(input().value).toBe('2')
    press('½ of the bet')
    press('½ of the bet')
    expect(input().value).toBe('1')
  })

  it('double', () => {
    render(<Table balance={250} />)
    press('2× the bet')
    expect(input().value).toBe('20')
  })

  it('end at the balance', () => {
    renderPage(<Table balance={15} />)
    press('2× the bet')
    expect(input().value).toBe('15')
    type('99')
    press('½ of the bet')
    expect(input().value).toBe('15')
  })
})
