import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { findHref, listLinks } from '#testing/page/acts.ts'
import { olga } from '#testing/page/operator-samples.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { soundSwitch } from '../lib/sound.ts'
import { followTheme } from '../lib/theme.ts'
import { useAuth } from '../session/auth.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { siteLinks } from './page.ts'
import { pages } from './pages.ts'
import { TopBar } from './top-bar.tsx'

const server = stubServer()
const hidden = true
const press = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name, hidden }))

describe('the top bar', () => {
  const open = () =>
    renderPage(
      <>
        <TopBar links={siteLinks(pages)} />
        <Trouble />
      </>,
    )
  const Trouble = () => <p>{useAuth().error?.message}</p>

  test('links to the pages of the site', async () => {
    server.answer('GET /api/user', 401)
    open()
    expect(listLinks(screen.getByRole('navigation', { name: 'Site' }))).toEqual(
      [
        ['Home', '/'],
        ['Gumby', '/gumby'],
        ['Charts', '/chart'],
        ['Casino', '/slots'],
        ['Race', '/pokey'],
        ['SOL', '/GumbyonSOL'],
      ],
    )
    expect(await findHref('Sign in')).toBe('/auth')
  })

  test('offers no login before the session is known', async () => {
    server.answer('GET /api/user', 502, 'Bad Gateway')
    open()
    await screen.findByText('502: Bad Gateway')
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  })
})

describe('the menu', () => {
  const RESET = 'POST /api/user/reset-balance'
  const routes = () => server.received.map(({ route }) => route)

  async function open(user: { username: string; balance: number }) {
    server.answer('GET /api/user', 200, user)
    server.answer(RESET, 200, bea)
    renderPage(<HeaderMenu links={[]} />)
    await screen.findByText(user.username)
  }

  test('shows who plays, and the balance', async () => {
    await open({ ...bea, balance: 1_234 })
    screen.getByText('1,234')
    for (const [name, path] of [
      ['History', '/history'],
      ['Leaderboard', '/leaderboard'],
    ] as const) {
      const link = screen.getByRole('link', { name, hidden })
      expect(link.getAttribute('href')).toBe(path)
    }
  })

  test.each([
    [olga, 1],
    [bea, 0],
  ])('links only operators to their page: $username', async (user, links) => {
    await open(user)
    const found = screen.queryAllByRole('link', { name: 'Operator', hidden })
    expect(found).toHaveLength(links)
  })

  test('asks before a reset, and says what it costs', async () => {
    await open({ ...bea, balance: 1_500 })
    press('Reset balance')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('You would lose 500.')
    press('Keep my coins')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(routes()).not.toContain(RESET)

    press('Reset balance')
    const again = within(await screen.findByRole('dialog'))
    fireEvent.click(again.getByRole('button', { name: 'Reset balance' }))
    await waitFor(() => expect(routes()).toContain(RESET))
  })

  test('remembers the theme and the sound', async () => {
    followTheme()
    await open(bea)
    for (const name of ['Light theme', 'Sound']) {
      fireEvent.click(screen.getByRole('switch', { name, hidden }))
    }
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(localStorage.getItem('theme')).toBe('light')
    expect(localStorage.getItem('sound')).toBe('off')
    expect(soundSwitch.get()).toBe('off')
  })
})
