import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { linksIn } from '#testing/page/links-in.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { SiteFooter } from './site-footer.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 401))

it('says whom the site is for, and links to its rules', () => {
  renderPage(<SiteFooter />)
  const footer = screen.getByRole('contentinfo')
  expect(footer.textContent).toContain(
    '18+ Play money only: coins have no cash value.',
  )
  expect(linksIn(footer)).toEqual([
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Audit', '/audit'],
    ['API', '/docs'],
  ])
})
