import { expect, test } from 'vitest'
import { WORD_RANGE } from '../fairness/draws.ts'
import { CARD_COUNT, card, cardText, toCard, toDraw } from './cards.ts'

/** The lowest draw that is the card of an index. */
function toFirstDraw(index: number): number {
  return Math.ceil((index * WORD_RANGE) / CARD_COUNT)
}

test.each([
  [0, '2♦'],
  [1, '2♥'],
  [2, '2♠'],
  [3, '2♣'],
  [32, '10♦'],
  [48, 'A♦'],
  [51, 'A♣'],
])('card %i is %s', (index, text) => {
  expect(cardText(toCard(toFirstDraw(index)))).toBe(text)
})

test('maps an equal share of the draws to each card, and a card to its lowest draw', () => {
  const texts = Array.from({ length: CARD_COUNT }, (_, index) => {
    const first = toFirstDraw(index)
    const drawn = toCard(first)
    const last = toCard(toFirstDraw(index + 1) - 1)
    expect(last).toEqual(drawn)
    expect(toDraw(drawn)).toBe(first)
    expect(card.parse(drawn)).toEqual(drawn)
    return cardText(drawn)
  })
  expect(new Set(texts).size).toBe(CARD_COUNT)
})

test('maps the highest draw to the last card', () => {
  expect(() => toCard(WORD_RANGE)).toThrow('one of 52 cards')
})

test.each([{ value: 11 }, { suit: 'stars' }])(
  'rejects a card with %j',
  (change) => {
    const drawn = { value: 10, suit: 'clubs', ...change }
    expect(card.safeParse(drawn).success).toBe(false)
  },
)
