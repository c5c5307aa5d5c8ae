import { fireEvent, screen, within } from '@testing-library/react'
import { type RouteObject, useRoutes } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { linksIn } from '#testing/page/links-in.ts'
import { olga } from '#testing/page/operator-samples.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { inCasino, type Page } from './page.ts'
import { pages } from './pages.ts'
import { routesOf } from './routes.tsx'

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
  const routes = routesOf([...pages, news, dice, cubes, desk])
  renderPage(<Site routes={routes} />, path)
}

function Site({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes)
}

const tabs = () => screen.findByRole('navigation', { name: 'Games' })

it('shows the page of an entry under its title', async () => {
  open('/news')
  await screen.findByRole('heading', { name: 'All news' })
  expect(document.title).toBe('News · Bendy Casino')
})

it('describes the page that is shown', async () => {
  const meta = document.createElement('meta')
  meta.name = 'description'
  document.head.append(meta)
  open('/news')
  await screen.findByRole('heading', { name: 'All news' })
  expect(meta.content).toBe('What has happened.')
  meta.remove()
})

it.each(['Site', 'Site, small screens'])('links to it in: %s', (name) => {
  open('/news')
  const site = screen.getByRole('navigation', { name, hidden: true })
  const link = within(site).getByRole('link', {
    name: 'What is new',
    hidden: true,
  })
  expect(link.getAttribute('href')).toBe('/news')
})

it('leads there by its link, and gives the tab its title', async () => {
  open('/')
  expect(document.title).toBe('Bendy Casino')
  fireEvent.click(screen.getByRole('link', { name: 'What is new' }))
  await screen.findByRole('heading', { name: 'All news' })
  expect(document.title).toBe('News · Bendy Casino')
})

it('gives a page of the casino its tab there, and no other link', async () => {
  server.answer('GET /api/user', 200, bea)
  open('/dice')
  await screen.findByText('The dice')
  expect(linksIn(await tabs())).toContainEqual(['Dice', '/dice'])
  const site = screen.getByRole('navigation', { name: 'Site' })
  expect(within(site).queryByRole('link', { name: 'Dice' })).toBeNull()
})

it('leads the signed-out to the login, without the code of the page', async () => {
  open('/dice')
  await screen.findByRole('tab', { name: 'Login' })
  expect(document.title).toBe('Login · Bendy Casino')
  expect(dice.load).not.toHaveBeenCalled()
})

it('has no page for operators where a player looks, nor its code', async () => {
  server.answer('GET /api/user', 200, bea)
  open('/desk')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  expect(document.title).toBe('Page not found · Bendy Casino')
  expect(desk.load).not.toHaveBeenCalled()
})

it('leads a visitor from there to the login', async () => {
  open('/desk')
  await screen.findByRole('tab', { name: 'Login' })
  expect(desk.load).not.toHaveBeenCalled()
})

it('shows operators their page', async () => {
  server.answer('GET /api/user', 200, olga)
  open('/desk')
  await screen.findByText('The desk')
})

it('leads who came by the way of visitors to the form for a name', async () => {
  open('/')
  fireEvent.click(await screen.findByRole('link', { name: 'Get Bendy!' }))
  const tab = await screen.findByRole('tab', { name: 'Register' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})

it('keeps the frame while the player goes from tab to tab', async () => {
  server.answer('GET /api/user', 200, bea)
  open('/cubes')
  await screen.findByText('The cubes')
  const before = await tabs()
  fireEvent.click(screen.getByRole('link', { name: 'Dice' }))
  await screen.findByText('The dice')
  expect(await tabs()).toBe(before)
})

it('knows no page without an entry', async () => {
  open('/no/such/page')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  expect(document.title).toBe('Page not found · Bendy Casino')
})

it('a game that fails leaves the tabs, and the next one opens', async () => {
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
