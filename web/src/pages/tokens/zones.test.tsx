import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { postFromFrame } from '#testing/page/acts.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { GumbyPage } from './gumby-page.tsx'

const server = stubServer()

const toCard = (name: string) => {
  const heading = screen.getByRole('heading', { level: 2, name })
  return within(heading.closest('article') ?? heading)
}
const getLink = (name: string) => toCard(name).getByRole('link')

describe('the zone of Gumby', () => {
  const show = (links = namedLinks) => {
    server.answer('GET /api/site', 200, links)
    renderPage(<GumbyPage />)
  }
  const frame = () => screen.findByTitle<HTMLIFrameElement>('Price feed')

  test('shows the price to 8 decimals once it arrives', async () => {
    show()
    toCard('Swap').getByText('Loading price...')
    postFromFrame(await frame(), { is: 'price', priceUsd: 0.0000123456 })
    await toCard('Swap').findByText('GUMBY $0.00001235')
    postFromFrame(await frame(), { is: 'price', priceUsd: 1.5 })
    await toCard('Swap').findByText('GUMBY $1.50000000')
  })

  test('keeps its links when the market-data service is unreachable', async () => {
    show()
    postFromFrame(await frame(), { is: 'unreachable' })
    await toCard('Swap').findByText('Price unavailable')
    expect(getLink('Swap').getAttribute('href')).toBe('/swap')
  })

  test('ignores a price that is not a number or comes from another window', async () => {
    show()
    postFromFrame(await frame(), { is: 'price', priceUsd: 'much' })
    const data = { is: 'price', priceUsd: 9 }
    for (const source of [window, null]) {
      fireEvent(window, new MessageEvent('message', { source, data }))
    }
    toCard('Swap').getByText('Loading price...')
  })

  test('requests no price without a named pair', async () => {
    show(blankLinks)
    await toCard('Swap').findByText('Coming soon')
    expect(screen.queryByTitle('Price feed')).toBeNull()
  })

  test('says when the price is of another token', async () => {
    show({ ...namedLinks, pair: { symbol: 'POL', address: '0xabc' } })
    await screen.findByText(
      /GUMBY is not listed yet. Until it is, this shows POL/,
    )
  })
})
