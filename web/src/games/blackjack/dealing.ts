import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import type { Card } from '#core/games/cards.ts'

/** The cards that lie on the table. */
export type Laid = {
  /** Undefined for the card that lies face down. */
  dealer: readonly (Card | undefined)[]
  hands: readonly (readonly Card[])[]
}

/** One card more, one that turns, or a pair that parts. */
type Deal = (table: Laid) => Laid

/** Nothing is dealt. */
export const BARE: Laid = { dealer: [], hands: [[]] }

/**
 * How the table came to be what an answer shows, in the order of the cards.
 * Each answer of a hand only adds to what those before it told.
 */
export function dealsOf({ hands, dealerHand }: BlackjackAnswer): Deal[] {
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
    ...(isSplit ? [parted] : []),
    ...(isSplit ? eachOf(hands, 1, 2) : []),
    ...eachOf(hands, 2),
    ...('hidden' in hole ? [] : [turned(hole), ...drawn.map(toDealer)]),
  ]
  return deals.filter((deal) => deal !== undefined)
}

/** The table after the first so many of an answer's deals. */
export function laid(answer: BlackjackAnswer, count = Infinity): Laid {
  return dealsOf(answer)
    .slice(0, count)
    .reduce((table, deal) => deal(table), BARE)
}

function eachOf(
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

function turned(card: Card): Deal {
  return ({ dealer: [up], hands }) => ({ dealer: [up, card], hands })
}

function parted({ dealer, hands: [pair] }: Laid): Laid {
  return { dealer, hands: (pair ?? []).map((card) => [card]) }
}
