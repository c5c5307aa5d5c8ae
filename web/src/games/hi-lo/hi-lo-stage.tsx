import type { Card } from '#core/games/cards.ts'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { PlayingCard } from '../../components/playing-card.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { CardsSoFar } from './cards-so-far.tsx'
import { isGain } from './hi-lo-news.ts'
import { Streak } from './streak.tsx'
import './hi-lo-stage.css'

interface HiLoStageProps {
  round: HiLoAnswer | undefined
  /** The card that is drawn now, face down until it is known. */
  drawn: { card: Card | undefined } | undefined
  /** The last round, where it was cashed out. */
  cashedOut: HiLoAnswer | undefined
  /** Rounds follow each other too fast for a face to follow them. */
  isRushing: boolean
  /** Left out when there is nothing to skip. */
  onSkip: (() => void) | undefined
}

/** The card before, the card now, and how far the streak goes. */
export function HiLoStage(props: HiLoStageProps) {
  const { round, drawn, cashedOut, isRushing, onSkip } = props
  const isLost = round?.gameActive === false
  const cards: (Card | undefined)[] = [...(round?.cards ?? [])]
  if (drawn) cards.push(drawn.card)
  return (
    <div className="hi-lo-stage">
      <CardsSoFar round={round} />
      <div className="hi-lo-table">
        <CardSlot name="Previous" cards={cards} at={cards.length - 2} />
        <div className="hi-lo-middle">
          <Bendy
            mood={moodOf({
              isLost,
              isDrawing: isRushing || !!drawn,
              isGain: cashedOut !== undefined && isGain(cashedOut),
            })}
            className="hi-lo-watcher"
          />
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

interface CardSlotProps {
  name: string
  /** All of the round; one that is not known yet lies face down. */
  cards: readonly (Card | undefined)[]
  /** Which of them lies here; none below 0. */
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

interface Standing {
  isLost: boolean
  isDrawing: boolean
  isGain: boolean
}

function moodOf({ isLost, isDrawing, isGain }: Standing) {
  if (isDrawing) return 'tense'
  if (isGain) return 'win'
  return isLost ? 'loss' : 'idle'
}
