import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PrivacyPage } from './privacy-page.tsx'
import { TermsPage } from './terms-page.tsx'

it.each(['18+ only', 'Play money only', 'Play responsibly'])(
  'has terms on: %s',
  (name) => {
    render(<TermsPage />)
    screen.getByRole('heading', { level: 1, name: 'Terms' })
    screen.getByRole('heading', { level: 2, name })
  },
)

it('says which pages let third parties see an address', () => {
  render(<PrivacyPage />)
  screen.getByRole('heading', { level: 1, name: 'Privacy' })
  const [point] = screen.getAllByText(/^Swap, chart and Gumby Zone/)
  expect(point?.textContent).toContain('No other page does.')
})

it('says how long a referral is remembered', () => {
  render(<PrivacyPage />)
  screen.getByText(/a salted hash of it that is deleted after a day/)
})
