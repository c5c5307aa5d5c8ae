import { type Card, cardText } from '#core/games/cards.ts'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { cardName, PlayingCard } from '../../components/playing-card.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { actionWords } from './hi-lo-drawing.tsx'
import './hi-lo.css'

interface HiLoStageProps {
  round: HiLoAnswer | undefined
  /** The card that is being drawn; face down until it is known. */
  drawn: { card: Card | undefined } | undefined
  /** The last round, if it was cashed out. */
  cashedOut: HiLoAnswer | undefined
  /** Rounds change too fast for a face to follow. */
  isRushing: boolean
  onSkip: (() => void) | undefined
}

/** The previous card, the current one and the streak. */
export function HiLoStage(props: HiLoStageProps) {
  const { round, drawn, onSkip } = props
  const isLost = round?.gameActive === false
  const cards: (Card | undefined)[] = [...(round?.cards ?? [])]
  if (drawn) cards.push(drawn.card)
  return (
    <div className="relative grid grid-rows-[auto_1fr] gap-2 place-self-stretch [container-type:size]">
      <CardsSoFar round={round} isLost={isLost} />
      <div className="hi-lo-table">
        <CardSlot name="Previous" cards={cards} at={cards.length - 2} />
        <div className="grid justify-items-center gap-1">
          <Bendy mood={moodOf(props)} className="hi-lo-watcher" />
          <Streak round={round} />
        </div>
        <CardSlot
          name="Current"
          cards={cards}
          at={cards.length - 1}
          isWrong={isLost && !drawn}
        />
      </div>
      <TapToSkip onSkip={onSkip} />
    </div>
  )
}

interface CardsSoFarProps {
  round: HiLoAnswer | undefined
  isLost: boolean
}

/** The round's cards in order, each with the action that led to it. */
function CardsSoFar({ round, isLost }: CardsSoFarProps) {
  const { cards = [], actions = [] } = round ?? {}
  return (
    <ol aria-label="Cards so far" className="cards-so-far">
      {cards.map((card, index) => {
        const { sign, word } = actionWords(actions[index - 1])
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
              {sign}
              {cardText(card)}
            </span>
            <span className="sr-only">
              {`${word} ${cardName(card)}${isWrong ? ', wrong' : ''}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The multiple of the stake, and the number of right guesses. */
function Streak({ round }: { round: HiLoAnswer | undefined }) {
  return (
    <div className="grid min-h-[calc(clamp(1.25rem,9cqh,2.5rem)*1.2+1.25rem)] content-start justify-items-center text-center leading-[1.2]">
      {round?.gameActive && (
        <>
          <strong
            key={round.streakMultiplier}
            className="pop-in font-display text-[clamp(1.25rem,9cqh,2.5rem)] font-bold text-sun-text"
          >
            ×{round.streakMultiplier.toFixed(2)}
          </strong>
          <span className="text-small text-soft">
            {round.consecutiveWins} in a row
          </span>
        </>
      )}
    </div>
  )
}

interface CardSlotProps {
  name: string
  /** All cards of the round; an unknown one lies face down. */
  cards: readonly (Card | undefined)[]
  /** Index of the card that lies here; none if negative. */
  at: number
  isWrong?: boolean
}

function CardSlot({ name, cards, at, isWrong = false }: CardSlotProps) {
  return (
    <figure
      aria-label={name}
      className="card-slot"
      data-wrong={isWrong || undefined}
    >
      <div className="card-slot-place">
        {at >= 0 && <PlayingCard key={at} card={cards[at]} />}
      </div>
      <figcaption className="text-small text-soft">{name}</figcaption>
    </figure>
  )
}

function moodOf({ round, cashedOut, drawn, isRushing }: HiLoStageProps) {
  if (isRushing || drawn) return 'tense'
  if (cashedOut?.payout && cashedOut.payout > cashedOut.betAmount) return 'win'
  return round?.gameActive === false ? 'loss' : 'idle'
}
