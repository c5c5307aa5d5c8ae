import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { tellFrom } from '#testing/page/tell-from.ts'
import type { SiteLinks } from '../../domain/site/site-links.ts'
import { GumbyZone } from './gumby-page.tsx'
import { PokeyZone } from './pokey-zone.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

const showPokey = (links: SiteLinks) =>
  renderPage(<PokeyZone links={links} art={null} race={<p>The race</p>} />)
const showGumby = (links: SiteLinks) => renderPage(<GumbyZone links={links} />)
const cardOf = (name: string) => {
  const heading = screen.getByRole('heading', { level: 2, name })
  return within(heading.closest('article') ?? heading)
}
const priceFrame = () => screen.getByTitle<HTMLIFrameElement>('Price feed')

it.each([
  ['Whitepaper', '/whitepaper'],
  ['Swap', '/swap'],
  ['Tokenomics', '/tokenomics'],
  ['Charts', '/chart'],
])('the zone of Gumby has a card for %s', (name, path) => {
  showGumby(namedLinks)
  expect(cardOf(name).getByRole('link').getAttribute('href')).toBe(path)
})

it('shows the price to 8 decimals once it is there', async () => {
  showGumby(namedLinks)
  cardOf('Swap').getByText('Loading price...')
  tellFrom(priceFrame(), { is: 'price', priceUsd: 0.0000123456 })
  await cardOf('Swap').findByText('GUMBY $0.00001235')
  tellFrom(priceFrame(), { is: 'price', priceUsd: 1.5 })
  await cardOf('Swap').findByText('GUMBY $1.50000000')
})

it('stays whole where the market-data service is away', async () => {
  showGumby(namedLinks)
  tellFrom(priceFrame(), { is: 'unreachable' })
  await cardOf('Swap').findByText('Price out of reach')
  expect(cardOf('Swap').getByRole('link').getAttribute('href')).toBe('/swap')
})

it.each([
  ['another window', () => ({ source: window })],
  ['nobody', () => ({})],
])('hears no price of %s', (_whom, init) => {
  showGumby(namedLinks)
  const data = { is: 'price', priceUsd: 9 }
  fireEvent(window, new MessageEvent('message', { ...init(), data }))
  cardOf('Swap').getByText('Loading price...')
})

it('reads no price that is not a number', () => {
  showGumby(namedLinks)
  tellFrom(priceFrame(), { is: 'price', priceUsd: 'much' })
  cardOf('Swap').getByText('Loading price...')
})

it('asks nobody for a price where no pair is named', () => {
  showGumby(blankLinks)
  cardOf('Swap').getByText('Coming soon')
  expect(screen.queryByTitle('Price feed')).toBeNull()
})

it('says so where the price is not the token’s own', () => {
  showGumby({ ...namedLinks, pair: { symbol: 'POL', address: '0xabc' } })
  screen.getByText(/GUMBY is not listed yet. Until it is, this shows POL/)
})

it.each([
  ['Pokey Whitepaper', '/pokeywhitepaper'],
  ['Charts', '/chart'],
])('Pokey has a card for %s, in a new tab', (name, path) => {
  showPokey(namedLinks)
  const link = cardOf(name).getByRole('link')
  expect(link.getAttribute('href')).toBe(path)
  expect(link.getAttribute('target')).toBe('_blank')
})

it('shows the race of Pokey, and that the sale is not live', () => {
  showPokey(namedLinks)
  screen.getByText('The race')
  screen.getByRole('heading', { name: 'The sale is not live' })
  screen.getByText(/Pokey will launch on a launchpad/)
})

it('names the two official admins on the page of Pokey', () => {
  showPokey(namedLinks)
  const notice = screen.getByRole('region', { name: 'Security notice' })
  expect(notice.textContent).toContain('@one and @other')
})
