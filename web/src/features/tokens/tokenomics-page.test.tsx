import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fact } from '#testing/page/records.tsx'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { drawBars } from '../../components/charts/draw-bars.ts'
import { TokenomicsPage } from './tokenomics-page.tsx'

// jsdom has no canvas to draw on.
vi.mock('../../components/charts/draw-bars.ts', () => ({
  drawBars: vi.fn(() => ({ destroy: () => undefined })),
}))

/** Reports the first size at once, as browsers do soon. */
class EagerObserver {
  readonly observe: () => void
  readonly disconnect = () => undefined
  constructor(onSize: () => void) {
    this.observe = onSize
  }
}

stubServer()

it('shows the token, its uses, its distribution and the way to the whitepaper', () => {
  vi.stubGlobal('ResizeObserver', EagerObserver)
  renderPage(<TokenomicsPage />)
  expect(fact('Name')).toBe('Gumby')
  expect(fact('Symbol')).toBe('GUMBY')
  expect(fact('Total supply')).toBe('1,000,000,000')
  expect(fact('Network')).toBe('Polygon')
  expect(fact('Type')).toBe('ERC-20')
  screen.getByRole('heading', { level: 3, name: 'Governance and voting' })
  screen.getByRole('heading', { name: 'Zero team tokens' })
  const link = screen.getByRole('link', { name: 'Read the whitepaper' })
  expect(link.getAttribute('href')).toBe('/whitepaper')

  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  const cells = rows.map((row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  )
  expect(cells).toEqual([
    ['Presale', '45%', '–'],
    ['Liquidity', '35%', 'Locked 12 months'],
    ['Development', '15%', '–'],
    ['Marketing', '5%', '–'],
  ])
  const [, bars] = vi.mocked(drawBars).mock.lastCall ?? []
  const drawn = bars?.map(({ label, percent }) => [label, `${percent}%`])
  expect(drawn).toEqual(cells.map((row) => row.slice(0, 2)))
})
