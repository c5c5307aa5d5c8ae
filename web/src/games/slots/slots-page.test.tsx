import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { press } from '#testing/page/acts.ts'
import { passes } from '#testing/page/fast-time.ts'
import { balance, hit, skip, typeStake } from '#testing/page/game-table.tsx'
import { slotsTable } from '#testing/page/slots-table.tsx'
import { paidText } from '../../lib/format.ts'
import * as sound from '../../lib/sound.ts'
import * as celebration from '../shared/celebration.ts'

const table = slotsTable()

/** Returns the symbols in the window, row by row. */
function window(): string {
  return screen.getByRole('img', { name: /^The reels: / }).ariaLabel ?? ''
}

function toText(grid: readonly (readonly string[])[]): string {
  const [top, middle, bottom] = grid.map((row) => row.join(', '))
  return `The reels: top row ${top}; middle row ${middle}; bottom row ${bottom}`
}

async function spin() {
  press('Spin')
  await skip()
}

describe('a spin', () => {
  test('shows a win: its lines, toast, coins, confetti and proof, until the next one', async () => {
    const celebrate = vi.spyOn(celebration, 'celebrate')
    const page = await table.open()
    const { payout, grid, winningLines } = table.awaitSpin(
      ({ winningLines: lines, payout }) => lines.length > 1 && payout > 10,
    )
    await spin()
    await screen.findByText('Winner!')
    screen.getByText(`You won ${payout} coins!`)
    expect(celebrate).toHaveBeenCalledOnce()
    await within(page).findByText(`Paid ${payout} coins (+${payout - 10})`)
    expect(balance()).toBe(String(990 + payout))
    expect(window()).toBe(toText(grid))
    const list = screen.getByRole('list', { name: 'Winning lines' })
    const items = within(list).getAllByRole('listitem')
    expect(items).toHaveLength(winningLines.length)
    for (const [at, { matches, symbol }] of winningLines.entries()) {
      expect(items[at]?.textContent).toContain(`${matches} × ${symbol}`)
    }
    expect(page.querySelectorAll('.line-band')).toHaveLength(items.length)
    await within(page).findByRole('button', { name: /Proven fair/ })

    press('Spin')
    await screen.findByRole('img', { name: 'The reels are spinning' })
    expect(within(page).queryByText(/Paid/)).toBeNull()
    expect(page.querySelector('.line-band')).toBeNull()
    expect(list.children).toHaveLength(0)
  })

  test('shows a loss without a toast, a line or a dimmed symbol', async () => {
    const page = await table.open()
    table.awaitSpin(({ isWin }) => !isWin)
    await spin()
    await within(page).findByText(/You lost 10 coins/)
    expect(balance()).toBe('990')
    expect(screen.queryByText('Winner!')).toBeNull()
    expect(page.querySelector('.line-band, [data-dim]')).toBeNull()
  })

  test('does not celebrate lines that pay at most the bet', async () => {
    const celebrate = vi.spyOn(celebration, 'celebrate')
    const page = await table.open()
    const { payout } = table.awaitSpin(
      ({ payout }) => payout > 0 && payout <= 10,
    )
    await spin()
    await within(page).findByText(paidText(10, payout))
    expect(balance()).toBe(String(990 + payout))
    expect(screen.queryByText('Winner!')).toBeNull()
    expect(celebrate).not.toHaveBeenCalled()
  })

  test('pays the jackpot on a window full of Bitcoin, and proves the hit', async () => {
    const playSound = vi.spyOn(sound, 'playSound')
    table.honest().balance = 10_000
    const page = await table.open()
    const { payout } = table.awaitSpin(
      ({ jackpotWin }) => jackpotWin > 0,
      10_000,
    )
    expect(payout).toBe(12_345)
    typeStake(10_000)
    await spin()
    await within(page).findByText('Jackpot! Paid 12,345 coins (+2,345)')
    const row = ['BTC', 'BTC', 'BTC', 'BTC', 'BTC']
    expect(window()).toBe(toText([row, row, row]))
    await within(page).findByRole('button', { name: /Proven hit/ })
    expect(playSound).toHaveBeenLastCalledWith('fanfare')
  })

  test('stops its reels one by one, and hides the result until the last one stops', async () => {
    const page = await table.open()
    table.awaitSpin(({ payout }) => payout > 10)
    const stops = () => page.querySelectorAll('.reel-stopped')
    press('Spin')
    await passes(799)
    for (const reel of [0, 1, 2, 3, 4]) {
      expect(stops()).toHaveLength(reel)
      await passes(reel === 0 ? 2 : 250)
    }
    expect(stops()).toHaveLength(5)
    await passes(598)
    expect(balance()).toBe('990')
    expect(within(page).getByRole('status').textContent).toBe('')
    await passes(2)
    await within(page).findByText(/Paid/)
  })

  test.each([
    [' ', 'Enter'],
    ['Enter', 'Escape'],
  ])('starts by the key %j and is skipped by %j', async (key, skipKey) => {
    const page = await table.open()
    hit(key)
    await screen.findByRole('button', { name: 'Tap to skip' })
    hit(skipKey)
    await within(page).findByText(/You lost|Paid/)
    expect(table.requests()).toHaveLength(1)
  })
})

describe('the jackpot card', () => {
  test('shows pot, condition and the chance at the bet, and refreshes the pot every 5 seconds', async () => {
    await table.open()
    const card = within(
      screen.getByRole('region', { name: 'Progressive jackpot' }),
    )
    await card.findByText('12,345')
    card.getByText(/Fill all slots with Bitcoin symbols/)
    card.getByText(/1 in 100,000$/)
    typeStake(250)
    card.getByText(/1 in 4,000$/)
    expect(card.queryByText(/the edge is yours/)).toBeNull()
    Object.assign(table.honest(), { pot: 12_346 })
    await passes(5_000)
    await screen.findByText('12,346')
  })

  test.each([
    [50_000, 10, 0],
    [50_001, 10, 1],
    [99_999, 20_000, 0],
  ])(
    'names who has the edge at a pot of %i and a bet of %i',
    async (pot, bet, count) => {
      table.server.answer('GET /api/house-balance', 200, { jackpot: pot })
      table.honest().balance = 20_000
      await table.open()
      typeStake(bet)
      await screen.findByText(pot.toLocaleString('en-US'))
      expect(screen.queryAllByText(/the edge is yours/)).toHaveLength(count)
    },
  )
})
