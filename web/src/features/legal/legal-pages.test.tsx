import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrivacyPage } from './privacy-page.tsx'
import { TermsPage } from './terms-page.tsx'

it('has terms, and says which pages let third parties see an address', () => {
  render(<TermsPage />)
  screen.getByRole('heading', { level: 1, name: 'Terms' })
  for (const name of ['18+ only', 'Play money only', 'Play responsibly']) {
    screen.getByRole('heading', { level: 2, name })
  }
  render(<PrivacyPage />)
  screen.getByRole('heading', { level: 1, name: 'Privacy' })
  const [point] = screen.getAllByText(/^Swap, chart and Gumby Zone/)
  expect(point?.textContent).toContain('No other page does.')
  screen.getByText(/a salted hash of it that is deleted after a day/)
})
