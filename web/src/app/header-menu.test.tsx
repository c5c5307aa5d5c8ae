import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { olga } from '#testing/page/operator-samples.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { soundSwitch } from '../lib/sound.ts'
import { HeaderMenu } from './header-menu.tsx'

const server = stubServer()
const RESET = 'POST /api/user/reset-balance'

async function openMenu(balance: number) {
  server.answer('GET /api/user', 200, { ...bea, balance })
  server.answer(RESET, 200, bea)
  renderPage(<HeaderMenu links={[]} />)
  await screen.findByText('Bea')
}

const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
const routes = () => server.received.map(({ route }) => route)

it('shows who plays, and the balance', async () => {
  await openMenu(1_234)
  expect(screen.getByText('1,234')).toBeTruthy()
})

it.each([
  ['History', '/history'],
  ['Leaderboard', '/leaderboard'],
])('leads to %s', async (name, path) => {
  await openMenu(1_234)
  const link = screen.getByRole('link', { name, hidden: true })
  expect(link.getAttribute('href')).toBe(path)
})

it.each([
  [olga, true],
  [bea, false],
])('leads only operators to their page', async (user, isLed) => {
  server.answer('GET /api/user', 200, user)
  renderPage(<HeaderMenu links={[]} />)
  await screen.findByText(user.username)
  const link = screen.queryByRole('link', { name: 'Operator', hidden: true })
  expect(link !== null).toBe(isLed)
})

it('resets at once when the player gains by it', async () => {
  await openMenu(999)
  press('Reset balance')
  await waitFor(() => expect(routes()).toContain(RESET))
})

it('asks before a reset that costs coins', async () => {
  await openMenu(1_500)
  press('Reset balance')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('You would lose 500.')

  press('Keep my coins')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(routes()).not.toContain(RESET)
})

it('resets after a yes', async () => {
  await openMenu(1_500)
  press('Reset balance')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Reset balance' }))
  await waitFor(() => expect(routes()).toContain(RESET))
})

it('remembers the theme and the sound', async () => {
  await openMenu(1_000)
  fireEvent.click(
    screen.getByRole('switch', { name: 'Light theme', hidden: true }),
  )
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem('theme')).toBe('light')
  fireEvent.click(screen.getByRole('switch', { name: 'Sound', hidden: true }))
  expect(localStorage.getItem('sound')).toBe('off')
  expect(soundSwitch.get()).toBe('off')
})
