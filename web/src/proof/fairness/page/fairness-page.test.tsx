import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDraws, WORD_RANGE } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { press, type } from '#testing/page/acts.ts'
import { FairnessPage } from './fairness-page.tsx'

function fractionShown() {
  const text = screen.getByText(/\/256⁴ = /).textContent ?? ''
  return Number(text.split(' = ')[1])
}

test('computes the example from the typed seeds', () => {
  render(<FairnessPage />)
  const serverSeed = screen.getByText(/^8f2d3c6a/).textContent ?? ''
  screen.getByText(hashServerSeed(nobleHashes, serverSeed))
  for (const [clientSeed, nonce] of [
    ['rubber', 0],
    ['rubber', 1],
    ['band', 77],
  ] as const) {
    type('Client seed', clientSeed)
    type('Nonce', String(nonce))
    const seeds = { serverSeed, clientSeed, nonce }
    const fraction = createDraws(nobleHashes, seeds)(0) / WORD_RANGE
    expect(fractionShown()).toBeCloseTo(fraction, 9)
    const text = screen.getByRole('status').textContent
    expect(text).toContain(fraction < 0.5 ? 'heads' : 'tails')
  }
})

test('checks an example round, and another on demand', () => {
  render(<FairnessPage />)
  const checks = within(
    screen.getByRole('region', { name: 'Watch a round being checked' }),
  )
  const held = () => checks.getAllByText('Holds:')
  expect(held()).toHaveLength(5)
  checks.getByText(/^Round 0, .*(heads|tails)/i)
  press('Flip again')
  checks.getByText(/^Round 1, .*(heads|tails)/i)
  expect(held()).toHaveLength(5)
})

test('draws another server seed on demand, and shows no result for an invalid seed', () => {
  render(<FairnessPage />)
  const before = screen.getByText(/^8f2d3c6a/).textContent
  press('Another')
  expect(screen.queryByText(before ?? '')).toBeNull()
  type('Client seed', 'a:b')
  screen.getByText(/without a colon/)
  expect(screen.queryByRole('status')).toBeNull()
  const link = screen.getByRole('link', { name: 'Save verify.html' })
  expect(link.getAttribute('href')).toBe('/verify.html')
})
