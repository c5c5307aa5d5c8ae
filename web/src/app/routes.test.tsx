import { fireEvent, screen, within } from '@testing-library/react'
import { useRoutes } from 'react-router-dom'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listLinks } from '#testing/page/acts.ts'
import { olga } from '#testing/page/operator-samples.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { inCasino, type Page } from './page.ts'
import { pages } from './pages.ts'
import { toRoutes } from './routes.tsx'

const server = stubServer()

beforeEach(() => {
  server.answer('GET /api/user', 401)
  server.answer('GET /api/casino-stats', 502)
})

/** One entry each, as if they were in the list. */
const news = {
  path: '/news',
  title: 'News',
  description: 'What has happened.',
  access: 'everyone',
  siteLink: 'What is new',
  load: async () => () => <h1>All news</h1>,
} satisfies Page
const dice = {
  ...inCasino,
  path: '/dice',
  title: 'Dice',
  description: 'Two dice.',
  load: vi.fn(async () => () => <p>The dice</p>),
} satisfies Page
const cubes = {
  ...inCasino,
  path: '/cubes',
  title: 'Cubes',
  description: 'Many cubes.',
  load: async () => () => <p>The cubes</p>,
} satisfies Page

const desk = {
  path: '/desk',
  title: 'Desk',
  description: 'For operators.',
  access: 'operators',
  load: vi.fn(async () => () => <p>The desk</p>),
} satisfies Page

beforeEach(() => {
  dice.load.mockClear()
  desk.load.mockClear()
})

function open(path: string) {
  const routes = toRoutes([...pages, news, dice, cubes, desk])
  const Site = () => useRoutes(routes)
  renderPage(<Site />, path)
}

const tabs = () => screen.findByRole('navigation', { name: 'Games' })

describe('a page for everyone', () => {
  test('sets its title and description', async () => {
    const meta = document.createElement('meta')
    meta.name = 'description'
    document.head.append(meta)
    onTestFinished(() => meta.remove())
    open('/news')
    await screen.findByRole('heading', { name: 'All news' })
    expect(document.title).toBe('News · Bendy Casino')
    expect(meta.content).toBe('What has happened.')
  })

  test('opens by its link, which small screens show too', async () => {
    open('/')
    expect(document.title).toBe('Bendy Casino')
    fireEvent.click(screen.getByRole('link', { name: 'What is new' }))
    await screen.findByRole('heading', { name: 'All news' })
    const name = 'Site, small screens'
    const site = screen.getByRole('navigation', { name, hidden: true })
    within(site).getByText('What is new')
  })
})

describe('a page of the casino', () => {
  test('has a tab and no other link, and keeps the frame when tabs change', async () => {
    server.answer('GET /api/user', 200, bea)
    open('/cubes')
    await screen.findByText('The cubes')
    const before = await tabs()
    expect(listLinks(before)).toContainEqual(['Dice', '/dice'])
    const site = screen.getByRole('navigation', { name: 'Site' })
    expect(within(site).queryByRole('link', { name: 'Dice' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Dice' }))
    await screen.findByText('The dice')
    expect(await tabs()).toBe(before)
  })

  test('keeps the tabs usable when it fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    server.answer('GET /api/user', 200, bea)
    dice.load.mockResolvedValueOnce(() => {
      throw new Error('snapped')
    })
    open('/dice')
    await screen.findByRole('heading', { name: 'That snapped' })
    fireEvent.click(within(await tabs()).getByRole('link', { name: 'Cubes' }))
    await screen.findByText('The cubes')
  })
})

test.each([
  ['/dice', dice],
  ['/desk', desk],
])('redirects signed-out visitors from %s to the login', async (path, page) => {
  open(path)
  await screen.findByRole('tab', { name: 'Login' })
  expect(document.title).toBe('Login · Bendy Casino')
  expect(page.load).not.toHaveBeenCalled()
})

test('leads newcomers from the landing page to the registration form', async () => {
  open('/')
  fireEvent.click(await screen.findByRole('link', { name: 'Get Bendy!' }))
  const tab = await screen.findByRole('tab', { name: 'Register' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})

test('shows players a 404 for an operator page, and loads none of its code', async () => {
  server.answer('GET /api/user', 200, bea)
  open('/desk')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  expect(document.title).toBe('Page not found · Bendy Casino')
  expect(desk.load).not.toHaveBeenCalled()
})

test('shows operators their page', async () => {
  server.answer('GET /api/user', 200, olga)
  open('/desk')
  await screen.findByText('The desk')
})
