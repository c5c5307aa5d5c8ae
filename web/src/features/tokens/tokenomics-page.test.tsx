import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { drawBars } from '../../components/charts/draw-bars.ts'
import { TokenomicsPage } from './tokenomics-page.tsx'

// jsdom has no canvas to draw on.
vi.mock('../../components/charts/draw-bars.ts', () => ({
  drawBars: vi.fn(() => ({ destroy: () => undefined })),
}))

/** Tells of the first size at once, as browsers do soon. */
class EagerObserver {
  readonly #onSize: () => void

  constructor(onSize: () => void) {
    this.#onSize = onSize
  }

  observe(): void {
    this.#onSize()
  }

  disconnect(): void {}
}

const server = stubServer()
beforeEach(() => {
  server.answer('GET /api/user', 401)
  vi.stubGlobal('ResizeObserver', EagerObserver)
  renderPage(<TokenomicsPage />)
})

it.each([
  ['Name', 'Gumby'],
  ['Symbol', 'GUMBY'],
  ['Total supply', '1,000,000,000'],
  ['Network', 'Polygon'],
  ['Type', 'ERC-20'],
])('says the %s: %s', (name, value) => {
  const term = screen.getByText(name, { selector: 'dt' })
  expect(term.nextElementSibling?.textContent).toBe(value)
})

it.each([
  'Governance and voting',
  'Reduced fees for holders',
  'Exclusive games',
  'Staking and yield farming',
  'NFT marketplace',
])('names a use: %s', (name) => {
  screen.getByRole('heading', { level: 3, name })
})

const shares = [
  ['Presale', '45%', '–'],
  ['Liquidity', '35%', 'Locked 12 months'],
  ['Development', '15%', '–'],
  ['Marketing', '5%', '–'],
]

it('tells the distribution as a table', () => {
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  const cells = rows.map((row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  )
  expect(cells).toEqual(shares)
})

it('draws the same as bars', () => {
  const [, bars] = vi.mocked(drawBars).mock.lastCall ?? []
  const drawn = bars?.map(({ label, percent }) => [label, `${percent}%`])
  expect(drawn).toEqual(shares.map(([label, percent]) => [label, percent]))
})

it('claims no tokens for the team', () => {
  screen.getByRole('heading', { name: 'Zero team tokens' })
})

it('leads to the whitepaper', () => {
  const link = screen.getByRole('link', { name: 'Read the whitepaper' })
  expect(link.getAttribute('href')).toBe('/whitepaper')
})
