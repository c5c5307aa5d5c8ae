import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { flip } from '#testing/page/flip.ts'
import { call, FLIP, flipTable } from '#testing/page/flip-table.tsx'
import { balance, skip } from '#testing/page/game-table.tsx'
import { socketServer } from '#testing/page/socket-server.ts'
import {
  SocketProvider,
  useNews,
} from '../../domain/session/socket-provider.tsx'
import { CoinFlipPage } from './coin-flip-page.tsx'

const BET = { betAmount: coins(10), choice: 'heads' } as const
const table = flipTable()

/** How many balances were pushed. */
function Pushes() {
  const [pushes, setPushes] = useState(0)
  useNews(({ type }) => {
    if (type === 'balance') setPushes(pushes + 1)
  })
  return <output aria-label="Pushes">{pushes}</output>
}

it('keeps a balance that is pushed in mid-flight until the coin is down', async () => {
  const socket = await socketServer()
  onTestFinished(() => socket.close())
  const page = await table.open(
    <SocketProvider>
      <CoinFlipPage />
      <Pushes />
    </SocketProvider>,
  )
  await expect.poll(() => socket.paths).toHaveLength(1)
  const answer = table.server.hold(FLIP)
  call('Heads')
  await within(page).findByRole('img', { name: 'The coin is in the air' })
  socket.say(
    JSON.stringify({ type: 'balance', balance: 7_777, timestamp: 1_772_000 }),
  )
  await waitFor(() =>
    expect(screen.getByLabelText('Pushes').textContent).toBe('1'),
  )
  expect(balance()).toBe('1000')

  answer(flip(table.honest(), coinFlip.bet.parse(BET)))
  await skip()
  await within(page).findByText(/You (won|lost)/)
  await waitFor(() => expect(balance()).toBe('7777'))
})
