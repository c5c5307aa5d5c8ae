import { describe, expect, test } from 'vitest'
import { drawsOfCards } from '#testing/samples/draws-of-cards.ts'
import { coins } from '../../money/coins.ts'
import { toCard } from '../cards.ts'
import { getPremium, handTotal, isBlackjack } from './blackjack-hand.ts'

function getCards(text: string) {
  const draws = drawsOfCards(text)
  return text.split(' ').map((_, index) => toCard(draws(index)))
}

describe('the total', () => {
  test.each([
    ['2♠ 9♥', { total: 11, isSoft: false }],
    ['J♠ Q♥', { total: 20, isSoft: false }],
    ['K♠ 10♥ 5♦', { total: 25, isSoft: false }],
    ['A♠ 6♥', { total: 17, isSoft: true }],
    ['6♥ A♠', { total: 17, isSoft: true }],
    ['A♠ 6♥ 9♦', { total: 16, isSoft: false }],
    ['A♠ A♥', { total: 12, isSoft: true }],
    ['A♠ 9♣ A♥', { total: 21, isSoft: true }],
    ['A♠ K♣ A♥', { total: 12, isSoft: false }],
    ['10♠ A♣ A♥ K♦', { total: 22, isSoft: false }],
  ])('of %s', (text, total) => {
    expect(handTotal(getCards(text))).toEqual(total)
  })
})

test.each([
  ['A♠ K♥', true],
  ['10♥ A♠', true],
  ['A♠ 9♥', false],
  ['10♠ K♥', false],
  ['7♠ 7♥ 7♦', false],
  ['A♠ 5♥ 5♦', false],
])('whether %s is a blackjack: %j', (text, expected) => {
  expect(isBlackjack(getCards(text))).toBe(expected)
})

test.each([
  [1, 0],
  [2, 1],
  [3, 1],
  [10, 5],
])('a stake of %i is insured for %i', (stake, premium) => {
  expect(getPremium(coins(stake))).toBe(premium)
})
