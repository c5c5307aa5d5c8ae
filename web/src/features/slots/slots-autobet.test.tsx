import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { startAutobet } from '#testing/page/autobet.ts'
import { balance } from '#testing/page/game-table.tsx'
import { slotsTable } from '#testing/page/slots-table.tsx'
import { watched } from '#testing/page/watched.ts'

const table = slotsTable()

/** From the first reel's stop to the result. */
const LANDING_MS = 1_600

it('spins by itself, and its reels stand still when it is fast', async () => {
  const page = await table.open()
  const reels = watched(page, () =>
    within(page).queryByRole('img', { name: 'The reels are spinning' }),
  )
  startAutobet({ Bets: '3' })
  await screen.findByText('Autobet stopped')
  screen.getByText(/^Stopped after 3 of 3 bets/, {
    selector: '[role="status"]',
  })
  expect(table.asked()).toEqual(Array(3).fill({ betAmount: 10 }))
  expect(reels.every((one) => one === null)).toBe(true)
  expect(balance()).toBe(String(table.honest().balance))
  await within(page).findByRole('button', { name: /Proven fair/ })
})

it('lets its reels land one by one where it is not fast', async () => {
  await table.open()
  const delays = vi.spyOn(globalThis, 'setTimeout')
  const landings = () =>
    delays.mock.calls.filter(([, delayMs]) => delayMs === LANDING_MS)
  startAutobet({ Bets: '2' })
  await screen.findByText('Autobet stopped')
  expect(landings()).toEqual([])
  fireEvent.click(screen.getByRole('switch', { name: /^Fast/ }))
  startAutobet({ Bets: '1' })
  await screen.findByText(/^Stopped after 1 of 1 bets/, {
    selector: '.autobet-line *',
  })
  expect(landings()).toHaveLength(1)
})

it('celebrates a big win, also while it goes on, and only that', async () => {
  await table.open()
  const big = table.awaitSpin(({ payout }) => payout >= 100)
  startAutobet({ Bets: '' })
  await screen.findByText(/^3 bets/)
  screen.getByText('Winner!')
  screen.getByText(`You won ${big.payout - 10} coins!`)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await screen.findByText(/You stopped it\.$/)
})
