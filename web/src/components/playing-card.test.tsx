import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PlayingCard } from './playing-card.tsx'

test.each([
  ['A', 'hearts', 'Ace of hearts'],
  [10, 'clubs', '10 of clubs'],
  ['Q', 'spades', 'Queen of spades'],
] as const)('names its card: %s %s', (value, suit, name) => {
  render(<PlayingCard card={{ value, suit }} />)
  expect(screen.getByRole('img', { name }).textContent?.trim()).toBe(
    String(value),
  )
})

test('hides a face-down card, and turns it over in the same element', () => {
  const { rerender } = render(<PlayingCard />)
  const hidden = screen.getByRole('img', { name: 'Hidden card' })
  expect(hidden.textContent?.trim()).toBe('')
  rerender(<PlayingCard card={{ value: 'K', suit: 'diamonds' }} />)
  expect(screen.getByRole('img', { name: 'King of diamonds' })).toBe(hidden)
})
