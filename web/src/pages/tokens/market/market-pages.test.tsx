import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { postFromFrame, press } from '#testing/page/acts.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { ChartPage, SwapPage } from './market-pages.tsx'

const server = stubServer()

const pages = [
  { name: 'chart', Page: ChartPage, title: 'Price chart', heightPx: 600 },
  { name: 'swap', Page: SwapPage, title: 'Token swap', heightPx: 640 },
] as const

describe.each(pages)('the $name', ({ name, Page, title, heightPx }) => {
  const owner = namedLinks[name].name
  const frame = () => screen.getByTitle<HTMLIFrameElement>(title)
  const show = async (links = namedLinks) => {
    server.answer('GET /api/site', 200, links)
    renderPage(<Page />)
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
  }
  const outOfReach = { name: `${owner} can’t be reached` }

  test('shows a frame of this site at its full height, with a link to the third party', async () => {
    await show()
    expect(frame().getAttribute('src')).toBe(`/frames/${name}.html`)
    expect(frame().parentElement?.style.height).toBe(`${heightPx}px`)
    screen.getByText(`Connecting to ${owner}…`)
    postFromFrame(frame(), { is: 'shown' })
    expect(screen.queryByText(`Connecting to ${owner}…`)).toBeNull()
    expect(frame().dataset.state).toBe('shown')
    const link = screen.getByRole('link', {
      name: new RegExp(`^Open it at ${owner}`),
    })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('href')).toMatch(/^https:\/\/(dex|charts)/)
  })

  test('reports an unreachable third party, and retries', async () => {
    await show()
    postFromFrame(frame(), { is: 'unreachable' })
    screen.getByRole('heading', outOfReach)
    expect(screen.queryByTitle(title)).toBeNull()
    press('Try again')
    screen.getByText(`Connecting to ${owner}…`)
    expect(frame()).toBeTruthy()
  })

  test('times out when the frame says nothing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await show()
    act(() => vi.advanceTimersByTime(20_000))
    screen.getByRole('heading', outOfReach)
  })

  test('is announced without a named third party', async () => {
    await show(blankLinks)
    screen.getByRole('heading', { name: 'Coming soon' })
    expect(screen.queryByTitle(title)).toBeNull()
  })
})
