import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/page/render-page.tsx'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { tellFrom } from '#testing/page/tell-from.ts'
import { Chart } from './chart-page.tsx'
import { Swap } from './swap-page.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

const pages = [
  { Shown: Chart, title: 'Price chart', owner: 'Charts Inc', heightPx: 600 },
  { Shown: Swap, title: 'Token swap', owner: 'Dex', heightPx: 640 },
]

describe.each(pages)('$title', ({ Shown, title, owner, heightPx }) => {
  const frame = () => screen.getByTitle<HTMLIFrameElement>(title)
  const name = title === 'Price chart' ? 'chart' : 'swap'

  it('is a frame of our own, as high as it has to be', () => {
    renderPage(<Shown links={namedLinks} />)
    expect(frame().getAttribute('src')).toBe(`/frames/${name}.html`)
    expect(frame().parentElement?.style.height).toBe(`${heightPx}px`)
  })

  it('waits in words, and shows what has come', async () => {
    renderPage(<Shown links={namedLinks} />)
    screen.getByText(`Asking ${owner}…`)
    tellFrom(frame(), { is: 'shown' })
    expect(screen.queryByText(`Asking ${owner}…`)).toBeNull()
    expect(frame().dataset.state).toBe('shown')
  })

  it('says so when the third party is unreachable, and tries again', () => {
    renderPage(<Shown links={namedLinks} />)
    tellFrom(frame(), { is: 'unreachable' })
    screen.getByRole('heading', { name: `${owner} is out of reach` })
    expect(screen.queryByTitle(title)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    screen.getByText(`Asking ${owner}…`)
    expect(frame()).toBeTruthy()
  })

  it('times out when the frame says nothing', () => {
    vi.useFakeTimers()
    renderPage(<Shown links={namedLinks} />)
    act(() => vi.advanceTimersByTime(20_000))
    screen.getByRole('heading', { name: `${owner} is out of reach` })
  })

  it('leads there without us', () => {
    renderPage(<Shown links={namedLinks} />)
    const link = screen.getByRole('link', {
      name: new RegExp(`^Open it at ${owner}`),
    })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('href')).toMatch(/^https:\/\/(dex|charts)/)
  })

  it('is to come where nobody is named', () => {
    renderPage(<Shown links={blankLinks} />)
    screen.getByRole('heading', { name: 'Coming soon' })
    expect(screen.queryByTitle(title)).toBeNull()
  })
})
