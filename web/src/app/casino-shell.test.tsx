import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { listLinks } from '#testing/page/acts.ts'
import { skip } from '#testing/page/game-table.tsx'
import {
  guessLabels,
  guessThat,
  hiLoTable,
  press,
} from '#testing/page/hi-lo-table.tsx'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { socketServer } from '#testing/page/socket-server.ts'
import { HiLoPage } from '../games/hi-lo/hi-lo-page.tsx'
import { FairnessProvider } from '../proof/fairness/verifier/fairness-provider.tsx'
import { SocketProvider } from '../session/socket-provider.tsx'
import { CasinoShell } from './casino-shell.tsx'
import { casinoTabs } from './page.ts'
import { pages } from './pages.ts'

const table = hiLoTable()
const { server } = table

function Shell({ game }: { game: ReactNode }) {
  return (
    <Routes>
      <Route element={<CasinoShell tabs={casinoTabs(pages)} />}>
        <Route path="*" element={game} />
      </Route>
    </Routes>
  )
}

test('links to every game in the order of their tabs, and marks the open one', () => {
  server.answer('GET /api/user', 401)
  renderPage(<Shell game={<p>The game</p>} />, '/hilo')
  screen.getByRole('heading', { level: 1, name: 'Casino Games' })
  screen.getByText('Choose your game and start playing!')
  screen.getByText('The game')
  expect(listLinks(screen.getByRole('navigation', { name: 'Games' }))).toEqual([
    ['Slots', '/slots'],
    ['Hi-Lo', '/hilo'],
    ['Coin Flip', '/coinflip'],
    ['Blackjack', '/blackjack'],
    ['Sports', '/sports'],
    ['Race', '/pokey'],
  ])
  const open = screen.getByRole('link', { current: 'page' })
  expect(open.textContent).toBe('Hi-Lo')
})

describe('an open round', () => {
  const OPEN = 'GET /api/rounds/open'
  const link = (name: string) => screen.queryByRole('link', { name })
  const hand = {
    gameType: 'Blackjack',
    transactionId: '01890000-0000-7000-9000-000000000007',
    betAmount: 10,
  }

  test("marks its game's tab from its start to its end", async () => {
    server.answer(OPEN, 200, [hand])
    await table.open(<Shell game={<HiLoPage />} />)
    await screen.findByRole('link', { name: 'Blackjack, round open' })
    expect(link('Hi-Lo, round open')).toBeNull()
    const cards = await table.begin()
    await screen.findByRole('link', { name: 'Hi-Lo, round open' })
    press(guessLabels[guessThat(false, cards)])
    await skip()
    await waitFor(() => expect(link('Hi-Lo')).not.toBeNull())
    expect(link('Blackjack, round open')).not.toBeNull()
  })

  test('removes the mark of an open round that another tab ended', async () => {
    const socket = socketServer()
    server.answer('GET /api/user', 200, bea)
    server.answer(OPEN, 200, [hand])
    renderPage(
      <SocketProvider>
        <FairnessProvider>
          <Shell game={<p>The game</p>} />
        </FairnessProvider>
      </SocketProvider>,
    )
    await screen.findByRole('link', { name: 'Blackjack, round open' })
    await waitFor(() => expect(socket.paths).toHaveLength(1))
    server.answer(OPEN, 200, [])
    const push = { type: 'balance', timestamp: 1_772_000_000_000, balance: 990 }
    socket.push(JSON.stringify(push))
    await waitFor(() => expect(link('Blackjack')).not.toBeNull())
  })
})
