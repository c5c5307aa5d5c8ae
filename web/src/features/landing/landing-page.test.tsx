import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { LandingPage } from './landing-page.tsx'

const server = stubServer()

beforeEach(() => {
  server.answer('GET /api/user', 401)
  renderPage(<LandingPage />)
})

it.each(['Get Bendy!', 'Play Now'])('leads to the slots by "%s"', (name) => {
  const link = screen.getByRole('link', { name })
  expect(link.getAttribute('href')).toBe('/slots')
})

it.each([
  ['Learn More', '/GumbyonSOL'],
  ['View Token & Games', '/gumby'],
])('leads on by "%s"', (name, path) => {
  const link = screen.getByRole('link', { name })
  expect(link.getAttribute('href')).toBe(path)
})

it.each([
  ['Casino', 'Games with nothing up their sleeves'],
  ['Solana Token', 'launching March 1st on a launchpad'],
  ['Polygon Token & Games', 'lives on Polygon'],
])('has a card for %s', (name, text) => {
  const heading = screen.getByRole('heading', { name })
  const card = within(heading.closest('article') ?? heading)
  expect(card.getByText(text, { exact: false })).toBeTruthy()
})
