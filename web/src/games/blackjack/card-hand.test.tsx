import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Card } from '#core/games/cards.ts'
import { CardHand } from './card-hand.tsx'

const of = (...values: Card['value'][]): Card[] =>
  values.map((value) => ({ value, suit: 'spades' }))

test.each([
  { cards: of('A', 3), total: '4/14' },
  { cards: of('A', 'K'), total: '21' },
  { cards: of('A', 3, 'K'), total: '14' },
  { cards: of('A', 'A'), total: '2/12' },
  { cards: of(9, 8), total: '17' },
])('shows a total of $total', ({ cards, total }) => {
  render(<CardHand name="You" cards={cards} />)
  const hand = screen.getByRole('group', { name: 'You' })
  expect(hand.textContent).toContain(`has ${total}`)
})

test('settles the value of an ace when the round ends', () => {
  render(<CardHand name="You" cards={of('A', 8)} isOver />)
  const hand = screen.getByRole('group', { name: 'You' })
  expect(hand.textContent).toContain('has 19')
})
