import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { linksIn } from '#testing/page/links-in.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { useAuth } from '../domain/session/auth.tsx'
import { siteLinks } from './page-links.ts'
import { pages } from './pages.ts'
import { TopBar } from './top-bar.tsx'

const server = stubServer()

it('links to the pages of the site', () => {
  server.answer('GET /api/user', 401)
  renderPage(<TopBar links={siteLinks(pages)} />)
  const site = screen.getByRole('navigation', { name: 'Site' })
  expect(linksIn(site)).toEqual([
    ['Home', '/'],
    ['Gumby', '/gumby'],
    ['Charts', '/chart'],
    ['Casino', '/slots'],
    ['SOL', '/GumbyonSOL'],
  ])
})

it('shows the launch on Solana as a button', () => {
  server.answer('GET /api/user', 401)
  renderPage(<TopBar links={siteLinks(pages)} />)
  const isButton = (name: string) =>
    screen.getByRole('link', { name }).classList.contains('toy')
  expect(isButton('SOL')).toBe(true)
  expect(isButton('Charts')).toBe(false)
})

it('offers the signed-out to sign in', async () => {
  server.answer('GET /api/user', 401)
  renderPage(<TopBar links={siteLinks(pages)} />)
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe('/auth')
})

it('offers no login to whom it does not know', async () => {
  server.answer('GET /api/user', 502, 'Bad Gateway')
  renderPage(
    <>
      <TopBar links={siteLinks(pages)} />
      <Trouble />
    </>,
  )
  await screen.findByText('502: Bad Gateway')
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

function Trouble() {
  return <p>{useAuth().error?.message}</p>
}
