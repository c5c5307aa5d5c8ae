import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fact } from '#testing/page/records.tsx'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { GumbyWhitepaperPage } from './gumby-whitepaper-page.tsx'
import { PokeyWhitepaper } from './pokey-whitepaper.tsx'
import { WhitepaperPage } from './whitepaper-page.tsx'

stubServer()

const linkTo = (name: string) =>
  screen.getByRole('link', { name }).getAttribute('href')

function expectChapters(names: readonly string[]): void {
  for (const name of names) screen.getByRole('heading', { level: 2, name })
}

it('has a whitepaper with a plan if things go wrong', () => {
  renderPage(<WhitepaperPage />)
  expectChapters([
    'Executive summary',
    'Development status',
    'Goals',
    'Licensing strategy',
    'Contingency plans',
    'Future development',
  ])
  screen.getByText(/development continues/)
  screen.getByText(/launches on another chain/)
})

it('has a whitepaper of Pokey, which has not launched and comes to Solana', () => {
  renderPage(<PokeyWhitepaper art={null} />)
  expectChapters(['Launch status', 'Utility', 'Integration'])
  expect(fact('Status')).toBe('Not launched')
  expect(fact('Coming to')).toBe('Solana')
})

it('has the first whitepaper of Gumby, an earlier plan that names the current pages', () => {
  renderPage(<GumbyWhitepaperPage />)
  expect(fact('Total supply')).toBe('100,000,000')
  expect(fact('Buy tax')).toBe('5%')
  expect(fact('Sell tax')).toBe('5%')
  for (const text of [
    '80% liquidity',
    '10% team, locked 6 months',
    '10% marketing and development, locked 3 months',
    '3% liquidity',
    '2% marketing',
    'This is an earlier plan.',
  ]) {
    screen.getByText(text)
  }
  expect(linkTo('tokenomics page')).toBe('/tokenomics')
  expect(linkTo('Gumby on SOL')).toBe('/GumbyonSOL')
})
