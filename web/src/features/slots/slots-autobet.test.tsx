import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startAutobet } from '../../test/autobet.ts'
import { balance } from '../../test/game-table.tsx'
import { slotsTable } from '../../test/slots-table.tsx'
import { watched } from '../../test/watched.ts'

const table = slotsTable()

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

it('celebrates a big win, and only that', async () => {
  await table.open()
  const big = table.awaitSpin(({ payout }) => payout >= 100)
  startAutobet({ Bets: '3' })
  await screen.findByText('Winner!')
  screen.getByText(`You won ${big.payout - 10} coins!`)
  await screen.findByText('Autobet stopped')
})
