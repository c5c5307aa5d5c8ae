import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type CoinFlipBet, coinFlip } from '#core/games/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { useAuth } from '../../lib/auth.tsx'
import { FairnessProvider } from '../../lib/fairness/fairness-provider.tsx'
import { HonestHouse, PLAYER } from '../../test/house.ts'
import { bea, refusal } from '../../test/players.ts'
import { renderPage } from '../../test/render-page.tsx'
import { stubHouse } from '../../test/stub-house.ts'
import { CoinFlipPage } from './coin-flip-page.tsx'

const FLIP = 'POST /api/games/coinflip'
const house = stubHouse()
let honest: HonestHouse

beforeEach(() => {
  honest = new HonestHouse()
  // No confetti: jsdom can not animate it.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  house.answer('GET /api/user', 200, { ...bea, id: PLAYER })
  house.play('GET /api/fairness', () => honest.state())
  house.play('GET /api/fairness/commitments?epoch=0', () =>
    honest.commitments(0),
  )
  house.play('PUT /api/fairness/client-seed', (body) => {
    honest.setClientSeed(body as { clientSeed: string; epoch: number })
    return honest.state()
  })
  house.play(FLIP, (body) => honest.flip(coinFlip.bet.parse(body)))
})

async function openPage() {
  renderPage(
    <FairnessProvider>
      <Balance />
      <CoinFlipPage />
    </FairnessProvider>,
  )
  await waitFor(() => expect(honest.state().clientSeedBy).toBe('player'))
  return screen.findByRole('region', { name: 'Coin Flip' })
}

function Balance() {
  return <output aria-label="Balance">{useAuth().user?.balance}</output>
}

const flips = () =>
  house.received
    .filter(({ route }) => route === FLIP)
    .map(({ body }): CoinFlipBet => JSON.parse(body))

const balance = () => screen.getByLabelText('Balance').textContent

/** Lets the coin fall once the house has answered. */
async function skip() {
  fireEvent.click(await screen.findByRole('button', { name: 'Tap to skip' }))
}

/** A side, so that the next flip ends as wanted. */
function sideThat(wins: boolean) {
  const { result } = rehearsed()
  const isHeads = (result === 'heads') === wins
  return isHeads ? 'Heads' : 'Tails'
}

/** How the next flip will fall, whatever is called. */
function rehearsed() {
  const { nonce } = honest
  const answer = honest.flip({ betAmount: coins(10), choice: 'heads' })
  honest.nonce = nonce
  return answer
}

describe('a flip', () => {
  it('shows a win, its toast, its coins and its proof', async () => {
    const page = await openPage()
    fireEvent.click(screen.getByRole('button', { name: sideThat(true) }))
    await skip()
    await screen.findByText('Winner!')
    const won = Number(balance()) - 990
    screen.getByText(`You won ${won} coins!`)
    expect([19, 20]).toContain(won)
    within(page).getByText(new RegExp(`You won ${won} coins$`))
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  it('shows a loss without a toast', async () => {
    const page = await openPage()
    fireEvent.click(screen.getByRole('button', { name: sideThat(false) }))
    await skip()
    await within(page).findByText(/You lost 10 coins/)
    expect(balance()).toBe('990')
    expect(screen.queryByText('Winner!')).toBeNull()
  })

  it('stakes what the input says, from 10', async () => {
    await openPage()
    const input = screen.getByRole('spinbutton', { name: 'Bet Amount' })
    expect((input as HTMLInputElement).value).toBe('10')
    fireEvent.change(input, { target: { value: '25' } })
    fireEvent.click(screen.getByRole('button', { name: 'Tails' }))
    await skip()
    await waitFor(() =>
      expect(flips()).toEqual([{ betAmount: 25, choice: 'tails' }]),
    )
  })

  it('keeps its secret until the coin has fallen, then falls by itself', async () => {
    const page = await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'Heads' }))
    await waitFor(() => expect(flips()).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(balance()).toBe('1000')
    expect(within(page).getByRole('status').textContent).toBe('')
    await within(page).findByText(/You (won|lost)/, {}, { timeout: 1_500 })
    expect(balance()).not.toBe('1000')
  })

  it('can not be bet above the balance', async () => {
    await openPage()
    const input = screen.getByRole('spinbutton', { name: 'Bet Amount' })
    fireEvent.change(input, { target: { value: '1001' } })
    const buttons = screen.getAllByRole('button', {
      name: 'Insufficient Balance',
    })
    expect(buttons).toHaveLength(2)
    for (const button of buttons) {
      expect((button as HTMLButtonElement).disabled).toBe(true)
    }
    fireEvent.keyDown(document.body, { key: 'h' })
    expect(flips()).toEqual([])
  })
})

describe('the keyboard', () => {
  it('flips with H and T, skips with any of its keys, and flips again with Enter', async () => {
    const page = await openPage()
    for (const [key, choice] of [
      ['h', 'heads'],
      ['T', 'tails'],
      ['Enter', 'tails'],
    ]) {
      const before = flips().length
      fireEvent.keyDown(document.body, { key })
      await screen.findByRole('button', { name: 'Tap to skip' })
      fireEvent.keyDown(document.body, { key: 'Enter' })
      await within(page).findByText(/You (won|lost)/)
      expect(flips().at(before)?.choice).toBe(choice)
      expect(flips()).toHaveLength(before + 1)
    }
  })

  it('goes from side to side with the arrows', async () => {
    await openPage()
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    expect(document.activeElement?.textContent).toBe('Tails')
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    expect(document.activeElement?.textContent).toBe('Heads')
  })

  it('leaves the browser its own shortcuts', async () => {
    await openPage()
    fireEvent.keyDown(document.body, { key: 't', ctrlKey: true })
    expect(flips()).toEqual([])
  })
})

describe('when it goes wrong', () => {
  it('shows the words of a refusal, and the coin is down again', async () => {
    house.answer(
      FLIP,
      409,
      refusal('house_limit', 'The house can take 7 coins at most.'),
    )
    await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'Heads' }))
    await screen.findByText('Error')
    screen.getByText('409: The house can take 7 coins at most.')
    expect(balance()).toBe('1000')
    screen.getByRole('button', { name: 'Heads' })
  })

  it('says so when the answer makes no sense', async () => {
    house.answer(FLIP, 200, { result: 'edge' })
    const page = await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'Heads' }))
    await screen.findByText('Error')
    screen.getByText('Failed to flip coin')
    await within(page).findByText(/Your balance shows whether the bet counted/)
  })

  it('asks again with the same key when the answer gets lost', async () => {
    let isUp = false
    house.play(FLIP, (body) => {
      const answer = honest.flip(coinFlip.bet.parse(body))
      if (isUp) return answer
      isUp = true
      honest.nonce -= 1
      throw new Error('The connection breaks after the bet was taken')
    })
    const page = await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'Heads' }))
    await skip()
    await within(page).findByText(/You (won|lost)/, {}, { timeout: 3_000 })
    const keys = house.received
      .filter(({ route }) => route === FLIP)
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('is loud about a round that does not add up, with a link to its record', async () => {
    house.play(FLIP, (body) => {
      const answer = honest.flip(coinFlip.bet.parse(body))
      const result = answer.result === 'heads' ? 'tails' : 'heads'
      return { ...answer, result }
    })
    const page = await openPage()
    fireEvent.click(screen.getByRole('button', { name: 'Heads' }))
    await skip()
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/The seeds lead to another result/)
    const link = within(alert).getByRole('link', { name: 'See the record' })
    expect(link.getAttribute('href')).toMatch(/^\/verify\/01890000-/)
    expect(link.getAttribute('target')).toBe('_blank')
    within(page).getByRole('button', { name: /Does not match/ })
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
