import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { handTotal } from '#core/games/blackjack/blackjack-hand.ts'
import type { Card } from '#core/games/cards.ts'

/** The cards on the table. */
export type TableCards = {
  /** Undefined for the card that lies face down. */
  dealer: readonly (Card | undefined)[]
  hands: readonly (readonly Card[])[]
}

export const NO_CARDS: TableCards = { dealer: [], hands: [[]] }

/** Adds a card, turns one over, or splits a pair. */
type Deal = (table: TableCards) => TableCards

/**
 * Returns the deals that led to what an answer shows, in the order of the cards.
 * Each answer of a hand only appends to those of the answers before.
 */
export function listDeals({ hands, dealerHand }: BlackjackAnswer): Deal[] {
  const isSplit = hands.length > 1
  const pair = isSplit
    ? hands.flatMap(({ cards }) => cards.slice(0, 1))
    : hands.flatMap(({ cards }) => cards.slice(0, 2))
  const [first, second] = pair.map(toHand(0))
  const [up, hole, ...drawn] = dealerHand
  const deals = [
    first,
    toDealer(up),
    second,
    toDealer(undefined),
    ...(isSplit ? [split, ...dealEach(hands, 1, 2)] : []),
    ...dealEach(hands, 2),
    ...('hidden' in hole ? [] : [turnOver(hole), ...drawn.map(toDealer)]),
  ]
  return deals.filter((deal) => deal !== undefined)
}

/** Returns the table after the first deals of an answer. */
export function laid(answer: BlackjackAnswer, count = Infinity): TableCards {
  return listDeals(answer)
    .slice(0, count)
    .reduce((table, deal) => deal(table), NO_CARDS)
}

function dealEach(
  hands: BlackjackAnswer['hands'],
  from: number,
  to?: number,
): Deal[] {
  return hands.flatMap(({ cards }, at) => cards.slice(from, to).map(toHand(at)))
}

function toHand(index: number) {
  return (card: Card): Deal =>
    ({ dealer, hands }) => ({
      dealer,
      hands: hands.map((cards, at) =>
        at === index ? [...cards, card] : cards,
      ),
    })
}

function toDealer(card: Card | undefined): Deal {
  return ({ dealer, hands }) => ({ dealer: [...dealer, card], hands })
}

function turnOver(card: Card): Deal {
  return ({ dealer: [up], hands }) => ({ dealer: [up, card], hands })
}

function split({ dealer, hands: [pair] }: TableCards): TableCards {
  return { dealer, hands: (pair ?? []).map((card) => [card]) }
}

/** Adds up the cards that lie face up. */
export function shownTotal(cards: readonly (Card | undefined)[]) {
  return handTotal(cards.filter((card) => card !== undefined))
}

export function isWin(result: string): boolean {
  return /[Ww]on/.test(result)
}

export function isPush(result: string): boolean {
  return result.includes('Push')
}

/** Sums the bets of all hands and the insurance, in coins. */
export function sumStakes({ hands, insurance }: BlackjackAnswer): number {
  const bets = hands.reduce((sum, { bet }) => sum + bet, 0)
  return bets + (insurance?.premium ?? 0)
}
