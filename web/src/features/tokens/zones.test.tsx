import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { tellFrom } from '#testing/page/tell-from.ts'
import { GumbyZone } from './gumby-page.tsx'
import { PokeyZone } from './pokey-zone.tsx'

stubServer()

const cardOf = (name: string) => {
  const heading = screen.getByRole('heading', { level: 2, name })
  return within(heading.closest('article') ?? heading)
}
const linkOf = (name: string) => cardOf(name).getByRole('link')

describe('the zone of Gumby', () => {
  const show = (links = namedLinks) => renderPage(<GumbyZone links={links} />)
  const frame = () => screen.getByTitle<HTMLIFrameElement>('Price feed')

  it('has a card for each page of the token', () => {
    show()
    expect(linkOf('Whitepaper').getAttribute('href')).toBe('/whitepaper')
    expect(linkOf('Tokenomics').getAttribute('href')).toBe('/tokenomics')
    expect(linkOf('Charts').getAttribute('href')).toBe('/chart')
  })

  it('shows the price to 8 decimals once it is there', async () => {
    show()
    cardOf('Swap').getByText('Loading price...')
    tellFrom(frame(), { is: 'price', priceUsd: 0.0000123456 })
    await cardOf('Swap').findByText('GUMBY $0.00001235')
    tellFrom(frame(), { is: 'price', priceUsd: 1.5 })
    await cardOf('Swap').findByText('GUMBY $1.50000000')
  })

  it('stays whole where the market-data service is away', async () => {
    show()
    tellFrom(frame(), { is: 'unreachable' })
    await cardOf('Swap').findByText('Price out of reach')
    expect(linkOf('Swap').getAttribute('href')).toBe('/swap')
  })

  it('reads no price that is no number, or comes from another window', () => {
    show()
    tellFrom(frame(), { is: 'price', priceUsd: 'much' })
    const data = { is: 'price', priceUsd: 9 }
    for (const source of [window, null]) {
      fireEvent(window, new MessageEvent('message', { source, data }))
    }
    cardOf('Swap').getByText('Loading price...')
  })

  it('requests no price where no pair is named', () => {
    show(blankLinks)
    cardOf('Swap').getByText('Coming soon')
    expect(screen.queryByTitle('Price feed')).toBeNull()
  })

  it('says so where the price is not the token’s own', () => {
    show({ ...namedLinks, pair: { symbol: 'POL', address: '0xabc' } })
    screen.getByText(/GUMBY is not listed yet. Until it is, this shows POL/)
  })
})

it('shows the zone of Pokey with its cards, its race, its admins and no sale', () => {
  const race = <p>The race</p>
  renderPage(<PokeyZone links={namedLinks} art={null} race={race} />)
  for (const [name, path] of [
    ['Pokey Whitepaper', '/pokeywhitepaper'],
    ['Charts', '/chart'],
  ] as const) {
    expect(linkOf(name).getAttribute('href')).toBe(path)
    expect(linkOf(name).getAttribute('target')).toBe('_blank')
  }
  screen.getByText('The race')
  screen.getByRole('heading', { name: 'The sale is not live' })
  screen.getByText(/Pokey will launch on a launchpad/)
  const notice = screen.getByRole('region', { name: 'Security notice' })
  expect(notice.textContent).toContain('@one and @other')
})
