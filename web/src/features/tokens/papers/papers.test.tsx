import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fact } from '#testing/page/records.tsx'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { GumbyWhitepaperPage } from './gumby-whitepaper-page.tsx'
import { PokeyWhitepaper } from './pokey-whitepaper.tsx'

stubServer()

const linkTo = (name: string) =>
  screen.getByRole('link', { name }).getAttribute('href')

function expectChapters(names: readonly string[]): void {
  for (const name of names) screen.getByRole('heading', { level: 2, name })
}

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
  screen.getByText('80% liquidity')
  screen.getByText('This is an earlier plan.')
  expect(linkTo('tokenomics page')).toBe('/tokenomics')
  expect(linkTo('Gumby on SOL')).toBe('/GumbyonSOL')
})
