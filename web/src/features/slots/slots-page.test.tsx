import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { balance, skip } from '#testing/page/game-table.tsx'
import { bea, refusal } from '#testing/page/players.ts'
import { SPIN, slotsTable, spin } from '#testing/page/slots-table.tsx'
import * as celebration from '../../domain/play/celebration.ts'
import { shortcuts } from '../../domain/play/shortcuts.ts'
import * as sound from '../../lib/sound.ts'
import { SlotsPage } from './slots-page.tsx'

const table = slotsTable()

/** What stands in the window, row by row. */
function window(): string {
  return screen.getByRole('img', { name: /^The reels: / }).ariaLabel ?? ''
}

const reelsAreSpinning = () =>
  screen.queryByRole('img', { name: 'The reels are spinning' }) !== null

function textOf(grid: readonly (readonly string[])[]): string {
  const [top, middle, bottom] = grid.map((row) => row.join(', '))
  return `The reels: top row ${top}; middle row ${middle}; bottom row ${bottom}`
}

function type(value: string) {
  const input = screen.getByRole('spinbutton', { name: 'Bet Amount' })
  fireEvent.change(input, { target: { value } })
}

describe('a spin', () => {
  it('shows a win: its lines, toast, coins, confetti and proof', async () => {
    const celebrate = vi.spyOn(celebration, 'celebrate')
    const page = await table.open()
    const { payout, grid, winningLines } = table.awaitSpin(
      ({ winningLines: lines, payout }) => lines.length > 1 && payout > 10,
    )
    spin()
    await skip()
    await screen.findByText('Winner!')
    screen.getByText(`You won ${payout - 10} coins!`)
    expect(celebrate).toHaveBeenCalledOnce()
    await within(page).findByText(`You won ${payout - 10} coins`)
    expect(balance()).toBe(String(990 + payout))
    expect(window()).toBe(textOf(grid))
    const list = screen.getByRole('list', { name: 'Winning lines' })
    const items = within(list).getAllByRole('listitem')
    expect(items).toHaveLength(winningLines.length)
    for (const [at, { matches, symbol }] of winningLines.entries()) {
      expect(items[at]?.textContent).toContain(`${matches} × ${symbol}`)
    }
    expect(page.querySelectorAll('.line-band')).toHaveLength(items.length)
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  it('shows a loss without a toast, a line or a dimmed symbol', async () => {
    const page = await table.open()
    table.awaitSpin(({ isWin }) => !isWin)
    spin()
    await skip()
    await within(page).findByText(/You lost 10 coins/)
    expect(balance()).toBe('990')
    expect(screen.queryByText('Winner!')).toBeNull()
    expect(page.querySelector('.line-band, [data-dim]')).toBeNull()
  })

  it('tells of lines that pay no more than the bet, and does not celebrate them', async () => {
    const celebrate = vi.spyOn(celebration, 'celebrate')
    const page = await table.open()
    const { payout } = table.awaitSpin(
      ({ payout }) => payout > 0 && payout <= 10,
    )
    spin()
    await skip()
    await within(page).findByText(`Lines paid ${payout} of 10`)
    expect(balance()).toBe(String(990 + payout))
    expect(screen.queryByText('Winner!')).toBeNull()
    expect(celebrate).not.toHaveBeenCalled()
  })

  it('pays the jackpot on a window full of Bitcoin, and proves the hit', async () => {
    const playSound = vi.spyOn(sound, 'playSound')
    table.honest().balance = 10_000
    const page = await table.open()
    const { payout } = table.awaitSpin(
      ({ jackpotWin }) => jackpotWin > 0,
      10_000,
    )
    expect(payout).toBe(12_345)
    type('10000')
    spin()
    await skip()
    await within(page).findByText('Jackpot! You won 2,345 coins')
    const row = ['BTC', 'BTC', 'BTC', 'BTC', 'BTC']
    expect(window()).toBe(textOf([row, row, row]))
    await within(page).findByRole('button', { name: /Proven hit/ })
    expect(playSound).toHaveBeenLastCalledWith('fanfare')
  })

  it.each([
    [10, 'jackpot'],
    [9, 'fanfare'],
  ])('that pays %i times the bet sounds like a %s', async (times, name) => {
    const playSound = vi.spyOn(sound, 'playSound')
    await table.open()
    table.awaitSpin(({ payout }) => payout === times * 10)
    spin()
    await skip()
    await screen.findByText('Winner!')
    expect(playSound).toHaveBeenLastCalledWith(name)
  })

  it('stops reel by reel, keeps its secret until then, and changes nothing after', async () => {
    const page = await table.open()
    const { grid } = table.awaitSpin(({ payout }) => payout > 10)
    const spunAt = performance.now()
    spin()
    const stops = () => page.querySelectorAll('.reel-stopped').length
    const seenAt: number[] = []
    await waitFor(() => expect(stops()).toBe(0))
    for (let reel = 1; reel <= 5; reel += 1) {
      await waitFor(() => expect(stops()).toBeGreaterThanOrEqual(reel), {
        interval: 10,
      })
      seenAt.push(performance.now() - spunAt)
      const column = page.querySelectorAll('.reel-stopped')[reel - 1]
      const pictures = Array.from(column?.querySelectorAll('img') ?? [])
      expect(pictures.slice(1, 4).map(({ alt }) => alt)).toEqual(
        grid.map((row) => row[reel - 1]),
      )
      expect(balance()).toBe('1000')
      expect(within(page).getByRole('status').textContent).toBe('')
    }
    expect(stops()).toBe(5)
    const stopped = () => Array.from(page.querySelectorAll('.reel-stopped img'))
    const atStop = stopped()
    await within(page).findByText(/You won/)
    expect(stopped()).toEqual(atStop)
    for (const [reel, atMs] of seenAt.entries()) {
      expect(atMs).toBeGreaterThan(790 + 250 * reel)
    }
    expect(performance.now() - spunAt).toBeGreaterThan(2_390)
  })

  it('clears the result before it', async () => {
    const page = await table.open()
    table.awaitSpin(({ payout }) => payout > 10)
    spin()
    await skip()
    await within(page).findByText(/You won/)
    spin()
    await waitFor(() => expect(reelsAreSpinning()).toBe(true))
    expect(within(page).queryByText(/You won/)).toBeNull()
    expect(page.querySelector('.line-band, .reel-stopped')).toBeNull()
    const list = screen.getByRole('list', { name: 'Winning lines' })
    expect(list.children).toHaveLength(0)
    await skip()
    await within(page).findByText(/You (won|lost)|Lines paid/)
  })

  it('can not be bet above the balance', async () => {
    await table.open()
    type('1001')
    const button = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Insufficient Balance',
    })
    expect(button.disabled).toBe(true)
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(table.asked()).toEqual([])
  })

  it('shows letters where a picture is missing', async () => {
    const page = await table.open()
    const picture = page.querySelector('.reel-stopped img')
    const letters = picture?.getAttribute('alt') ?? ''
    expect(within(page).queryAllByText(letters, { selector: 'span' })).toEqual(
      [],
    )
    if (picture) fireEvent.error(picture)
    within(page).getByText(letters, { selector: 'span' })
  })
})

describe('when it goes wrong', () => {
  it('stops the reels and shows the words of a refusal', async () => {
    table.server.answer(
      SPIN,
      409,
      refusal('house_limit', 'The house can take 7 coins at most.'),
    )
    await table.open()
    spin()
    await screen.findByText('Error')
    screen.getByText('409: The house can take 7 coins at most.')
    await waitFor(() => expect(reelsAreSpinning()).toBe(false))
    expect(balance()).toBe('1000')
  })

  it('says so when the answer makes no sense', async () => {
    table.server.answer(SPIN, 200, { grid: [] })
    const page = await table.open()
    spin()
    await screen.findByText('Failed to spin')
    await within(page).findByText(/Your balance shows whether the bet counted/)
    expect(reelsAreSpinning()).toBe(false)
  })

  it('is loud about a window that the seeds do not lead to', async () => {
    await table.open()
    const { grid } = table.awaitSpin(({ isWin }) => !isWin)
    table.server.play(SPIN, () => {
      const honest = table.awaitSpin(() => true)
      return {
        ...honest,
        grid: grid.with(0, ['BTC', ...(grid[0] ?? []).slice(1)]).toReversed(),
      }
    })
    spin()
    await skip()
    const alert = await screen.findByRole('alert')
    within(alert).getByText(/The seeds lead to another result/)
  })
})

describe('the keyboard', () => {
  it('spins with Space and Enter and skips with both and Escape', async () => {
    const page = await table.open()
    for (const [at, [key, skipKey]] of [
      [' ', 'Enter'],
      ['Enter', 'Escape'],
      ['Enter', ' '],
    ].entries()) {
      fireEvent.keyDown(document.body, { key })
      await screen.findByRole('button', { name: 'Tap to skip' })
      fireEvent.keyDown(document.body, { key: skipKey })
      await within(page).findByText(/You (won|lost)|Lines paid/)
      expect(table.asked()).toHaveLength(at + 1)
    }
  })

  it('does nothing once its switch is off', async () => {
    shortcuts.set('off')
    onTestFinished(() => shortcuts.set('on'))
    await table.open()
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(table.asked()).toEqual([])
  })
})

describe('the jackpot card', () => {
  it('names pot, condition and the chance at the bet', async () => {
    await table.open()
    const card = within(
      screen.getByRole('region', { name: 'Progressive jackpot' }),
    )
    await card.findByText('12,345')
    card.getByText(/Fill all slots with Bitcoin symbols/)
    card.getByText('10 in 1,000,000')
    type('250')
    card.getByText('250 in 1,000,000')
    expect(card.queryByText(/the edge is yours/)).toBeNull()
  })

  it('asks for the pot every 5 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await table.open()
    await screen.findByText('12,345')
    Object.assign(table.honest(), { pot: 12_346 })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await screen.findByText('12,346')
  })

  it.each([
    [50_000, 10, 0],
    [50_001, 10, 1],
    [99_999, 20_000, 0],
  ])(
    'tells at a pot of %i and a bet of %i who has the edge',
    async (pot, bet, count) => {
      table.server.answer('GET /api/house-balance', 200, { jackpot: pot })
      table.honest().balance = 20_000
      await table.open()
      type(String(bet))
      await screen.findByText(pot.toLocaleString('en-US'))
      expect(screen.queryAllByText(/the edge is yours/)).toHaveLength(count)
    },
  )
})

it('shows nothing to the signed-out', async () => {
  table.server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in.'))
  const entered = table.enter(<SlotsPage />)
  entered.catch(() => undefined)
  await waitFor(() =>
    expect(table.server.received.map(({ route }) => route)).toContain(
      'GET /api/user',
    ),
  )
  expect(screen.queryByRole('region', { name: 'Slots' })).toBeNull()
  expect(bea.balance).toBe(1_000)
})
