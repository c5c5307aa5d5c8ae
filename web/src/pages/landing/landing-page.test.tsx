import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { Footer } from './footer.tsx'

const server = stubServer()
const notice = () => screen.getByRole('region', { name: 'Security notice' })
const getHref = (name: string | RegExp) =>
  screen.getByRole('link', { name }).getAttribute('href')

test('names admins, channels and partners in the footer, and asks to play responsibly', async () => {
  server.answer('GET /api/site', 200, namedLinks)
  renderPage(<Footer />)
  await screen.findByRole('link', { name: /Launchpad/ })
  expect(notice().textContent).toContain(
    'Our two official admins on Telegram: @one and @other.',
  )
  expect(getHref(/^X/)).toBe('https://x.example/house')
  expect(getHref(/^Telegram/)).toBe('https://t.example/house')
  expect(getHref(/Launchpad/)).toBe('https://pad.example')
  const built = screen.getByRole('region', { name: 'Built on' })
  within(built).getByText('Ponder')
  screen.getByText(/Please play responsibly\.$/)
})

test('announces unnamed channels in the footer without a link', async () => {
  server.answer('GET /api/site', 200, blankLinks)
  renderPage(<Footer />)
  await screen.findByText('Launchpad · Coming soon')
  within(notice()).getByText(/^We haven’t named any admins yet/)
  for (const name of ['X', 'Telegram']) {
    const button = screen.getByRole('button', { name: `${name}Coming soon` })
    expect(button.hasAttribute('disabled')).toBe(true)
  }
  const name = /^X|Telegram|Launchpad/
  expect(screen.queryByRole('link', { name })).toBeNull()
})
