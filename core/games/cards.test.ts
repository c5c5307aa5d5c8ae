import { describe, expect, test } from 'vitest'
import { WORD_RANGE } from '../fairness/draws.ts'
import { CARD_COUNT, card, cardOf, cardText, drawOf } from './cards.ts'

/** The lowest draw that is the card of an index. */
function firstDrawOf(index: number): number {
  return Math.ceil((index * WORD_RANGE) / CARD_COUNT)
}

describe('cards', () => {
  test.each([
    [0, '2♦'],
    [1, '2♥'],
    [2, '2♠'],
    [3, '2♣'],
    [32, '10♦'],
    [48, 'A♦'],
    [51, 'A♣'],
  ])('index %i is %s', (index, text) => {
    expect(cardText(cardOf(firstDrawOf(index)))).toBe(text)
  })

  test('each of 52 comes from an equal share of the draws', () => {
    const texts = Array.from({ length: CARD_COUNT }, (_, index) => {
      const first = cardText(cardOf(firstDrawOf(index)))
      const last = cardText(cardOf(firstDrawOf(index + 1) - 1))
      expect(last).toBe(first)
      return first
    })
    expect(new Set(texts).size).toBe(CARD_COUNT)
  })

  test('a card on the wire is one of them', () => {
    expect(card.safeParse({ value: 10, suit: 'clubs' }).success).toBe(true)
    expect(card.safeParse({ value: 11, suit: 'clubs' }).success).toBe(false)
    expect(card.safeParse({ value: 'A', suit: 'stars' }).success).toBe(false)
  })
})

test('a card leads back to the first of its draws', () => {
  for (let index = 0; index < CARD_COUNT; index += 1) {
    const first = firstDrawOf(index)
    expect(drawOf(cardOf(first))).toBe(first)
    expect(drawOf(cardOf(firstDrawOf(index + 1) - 1))).toBe(first)
  }
})
