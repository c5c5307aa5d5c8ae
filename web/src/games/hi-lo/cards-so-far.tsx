import { cardText } from '#core/games/cards.ts'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { cardName } from '../../components/playing-card.tsx'
import { isPaid } from './hi-lo-news.ts'
import { wayTo } from './way-to.ts'

/** The round's cards in order, each with what led to it. */
export function CardsSoFar({ round }: { round: HiLoAnswer | undefined }) {
  const { cards = [], actions = [] } = round ?? {}
  const isLost = round?.gameActive === false && !isPaid(round)
  return (
    <ol aria-label="Cards so far" className="cards-so-far">
      {cards.map((card, index) => {
        const how = wayTo(actions[index - 1])
        const isWrong = isLost && index === cards.length - 1
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a card keeps its place
            key={index}
            data-red={
              card.suit === 'hearts' || card.suit === 'diamonds' || undefined
            }
            data-wrong={isWrong || undefined}
            className="pop-in"
          >
            <span aria-hidden="true">
              {how.sign}
              {cardText(card)}
            </span>
            <span className="sr-only">
              {`${how.word} ${cardName(card)}${isWrong ? ', wrong' : ''}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
