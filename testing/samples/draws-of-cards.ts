import type { Draws } from '#core/fairness/draws.ts'
import { WORD_RANGE } from '#core/fairness/draws.ts'
import { CARD_COUNT, cardText, toCard } from '#core/games/cards.ts'

const DRAWS = new Map(
  Array.from({ length: CARD_COUNT }, (_, index) => {
    const draw = Math.ceil((index * WORD_RANGE) / CARD_COUNT)
    return [cardText(toCard(draw)), draw] as const
  }),
)

/**
 * Returns the draws of some cards; throws when more are drawn. Parts that are no card
 * are draws themselves.
 *
 * @param text such as `A♠ 6♦ 10♣`
 */
export function drawsOfCards(text: string): Draws {
  const draws = text.split(' ').map((part) => DRAWS.get(part) ?? Number(part))
  return (index) => {
    const draw = draws[index]
    if (draw === undefined || Number.isNaN(draw)) {
      throw new Error(`draw ${index} of ${text} is one too many`)
    }
    return draw
  }
}
