import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { isRight } from '#core/games/hi-lo/hi-lo-guess.ts'
import { startAutobet, stopButton } from '#testing/page/autobet.ts'
import { balance } from '#testing/page/game-table.tsx'
import { hiLoTable, PLAY } from '#testing/page/hi-lo-table.tsx'
import { refusal } from '#testing/page/players.ts'

const table = hiLoTable()

const line = { selector: '[role="status"]' }

it('plays rounds to their ends by its strategy', async () => {
  const page = await table.open()
  startAutobet({ Bets: '4', 'Cash out after': '2' })
  await screen.findByText('Autobet stopped')
  screen.getByText(/^Stopped after 4 of 4 bets/, line)
  expect(table.asked('hilo/start')).toEqual(Array(4).fill({ betAmount: 10 }))
  const rounds = [0, 1, 2, 3].map(
    (nonce) => table.honest().recordOf(idOf(nonce))?.gameData,
  )
  for (const round of rounds) {
    const { actions = [] } = round as { actions?: { action: string }[] }
    const taken = actions.map(({ action }) => action)
    expect([
      ['play'],
      ['play', 'play'],
      ['play', 'play', 'cashout'],
    ]).toContainEqual(taken)
  }
  expect(balance()).toBe(String(table.honest().balance))
  await within(page).findByRole('button', { name: /Proven fair/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('leaves a round open that it was stopped in, for the player to end', async () => {
  await table.open()
  table.deal(
    ([first, second]) =>
      first?.value === 3 && !!second && isRight('higher', first, second),
  )
  const answer = table.server.hold(PLAY)
  startAutobet()
  await waitFor(() => expect(table.asked('hilo/play')).toHaveLength(1))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  const act = { action: 'play', choice: 'higher' }
  answer(table.honest().answer(hiLo, { act }))
  await screen.findByText('1 in a row')
  await screen.findByRole('button', { name: /^Cash Out/ })
  expect(stopButton()).toBeNull()
  screen.getByText(/You stopped it\.$/, line)
  expect(table.asked('hilo/play')).toEqual([{ choice: 'higher', step: 0 }])
  expect(table.asked('hilo/cashout')).toEqual([])
})

it('says why a guess was refused, and leaves the round to the player', async () => {
  const message = 'Your balance could not hold what it may pay.'
  table.server.answer(PLAY, 409, refusal('balance_limit', message))
  await table.open()
  startAutobet()
  await screen.findByText('Autobet stopped')
  expect(screen.getAllByText(new RegExp(message))).toHaveLength(2)
  await screen.findByRole('button', { name: /^Skip/ })
})

function idOf(nonce: number): string {
  return `01890000-0000-7000-9000-${String(nonce).padStart(12, '0')}`
}
