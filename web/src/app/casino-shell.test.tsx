import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { linksIn } from '../test/links-in.ts'
import { renderPage } from '../test/render-page.tsx'
import { stubHouse } from '../test/stub-house.ts'
import { CasinoShell } from './casino-shell.tsx'
import { casinoTabs } from './page-links.ts'
import { pages } from './pages.ts'

const house = stubHouse()

beforeEach(() => {
  house.answer('GET /api/user', 401)
  renderPage(
    <Routes>
      <Route element={<CasinoShell tabs={casinoTabs(pages)} />}>
        <Route path="/hilo" element={<p>The game</p>} />
      </Route>
    </Routes>,
    '/hilo',
  )
})

it('invites to the games, above the one that is open', () => {
  screen.getByRole('heading', { level: 1, name: 'Casino Games' })
  screen.getByText('Choose your game and start playing!')
  screen.getByText('The game')
})

it('links to every game, in the order of their tabs', () => {
  const games = screen.getByRole('navigation', { name: 'Games' })
  expect(linksIn(games)).toEqual([
    ['Slots', '/slots'],
    ['Hi-Lo', '/hilo'],
    ['Coin Flip', '/coinflip'],
    ['Blackjack', '/blackjack'],
    ['Sports', '/sports'],
  ])
})

it('marks the game that is open, and no other', () => {
  const open = screen.getByRole('link', { current: 'page' })
  expect(open.textContent).toBe('Hi-Lo')
})
