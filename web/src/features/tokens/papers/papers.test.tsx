import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { GumbyWhitepaperPage } from './gumby-whitepaper-page.tsx'
import { PokeyWhitepaper } from './pokey-whitepaper.tsx'
import { WhitepaperPage } from './whitepaper-page.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

const factOf = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const linkTo = (name: string) =>
  screen.getByRole('link', { name }).getAttribute('href')

it.each([
  'Executive summary',
  'Development status',
  'Goals',
  'Licensing strategy',
  'Contingency plans',
  'Future development',
])('the whitepaper has a chapter on: %s', (name) => {
  renderPage(<WhitepaperPage />)
  screen.getByRole('heading', { level: 2, name })
})

it.each([/development continues/, /launches on another chain/])(
  'the whitepaper has a plan if things go wrong: %s',
  (text) => {
    renderPage(<WhitepaperPage />)
    screen.getByText(text)
  },
)

it.each(['Launch status', 'Utility', 'Integration'])(
  'the whitepaper of Pokey has a chapter on: %s',
  (name) => {
    renderPage(<PokeyWhitepaper art={null} />)
    screen.getByRole('heading', { level: 2, name })
  },
)

it('says that Pokey has not launched, and comes to Solana', () => {
  renderPage(<PokeyWhitepaper art={null} />)
  expect(factOf('Status')).toBe('Not launched')
  expect(factOf('Coming to')).toBe('Solana')
})

it.each([
  ['Total supply', '100,000,000'],
  ['Buy tax', '5%'],
  ['Sell tax', '5%'],
])('the first whitepaper of Gumby says the %s: %s', (name, value) => {
  renderPage(<GumbyWhitepaperPage />)
  expect(factOf(name)).toBe(value)
})

it.each([
  '80% liquidity',
  '10% team, locked 6 months',
  '10% marketing and development, locked 3 months',
  '3% liquidity',
  '2% marketing',
])('the first whitepaper of Gumby says: %s', (text) => {
  renderPage(<GumbyWhitepaperPage />)
  screen.getByText(text)
})

it('says that it is an earlier plan, and which pages are current', () => {
  renderPage(<GumbyWhitepaperPage />)
  screen.getByText('This is an earlier plan.')
  expect(linkTo('tokenomics page')).toBe('/tokenomics')
  expect(linkTo('Gumby on SOL')).toBe('/GumbyonSOL')
})
