import { type Card, cardText } from '#core/games/cards.ts'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { cardName, PlayingCard } from '../../components/playing-card.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { classNames } from '../../lib/class-names.ts'
import { actionWords } from './hi-lo-drawing.tsx'
import type { HiLoTable } from './use-hi-lo.ts'

type HiLoStageProps = HiLoTable & {
  /** True if rounds come too fast for the mascot to react. */
  isRushing: boolean
}

/** The previous card, the current one and the streak. */
export function HiLoStage(props: HiLoStageProps) {
  const { round, drawn, skip } = props
  const isLost = round?.gameActive === false
  const cards: (Card | undefined)[] = [...(round?.cards ?? [])]
  if (drawn) cards.push(drawn.card)
  return (
    <div className="relative grid grid-rows-[auto_1fr] gap-2 place-self-stretch [container-type:size]">
      <CardsSoFar round={round} isLost={isLost} />
      <div className="grid grid-cols-[auto_minmax(4.5rem,14rem)_auto] items-center justify-center [--card-width:clamp(3.5rem,min(46cqh,33cqw),15rem)] [@container(max-height:9.5rem)]:grid-cols-[auto_7rem_auto] [@container(max-height:9.5rem)]:[--card-width:3.25rem]">
        <CardSlot name="Previous" cards={cards} at={cards.length - 2} />
        <div className="grid justify-items-center gap-1">
          <Bendy
            mood={getMood(props)}
            className="w-[clamp(3.25rem,26cqh,8rem)] [@container(max-height:9.5rem)]:w-8"
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
      <TapToSkip onSkip={skip} />
    </div>
  )
}

type CardsSoFarProps = {
  round: HiLoAnswer | undefined
  isLost: boolean
}

/** The round's cards in order, each with the action that led to it. */
function CardsSoFar({ round, isLost }: CardsSoFarProps) {
  const { cards = [], actions = [] } = round ?? {}
  return (
    // Keeps the newest card visible; the overflow on the left is hidden.
    <ol
      aria-label="Cards so far"
      className="flex h-7 w-fit min-w-0 max-w-full justify-end gap-1 overflow-hidden [@container(max-height:9.5rem)]:h-6"
    >
      {cards.map((card, index) => {
        const { sign, word } = actionWords(actions[index - 1])
        const isWrong = isLost && index === cards.length - 1
        const isRed = card.suit === 'hearts' || card.suit === 'diamonds'
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a card keeps its place
            key={index}
            className={classNames(
              'pop-in flex-none rounded-[8px] border-2 border-on-toy px-1.5 py-0.5 font-display text-[0.875rem] font-semibold leading-tight',
              isWrong ? 'bg-bubblegum' : 'bg-cream',
              isRed && !isWrong ? 'text-[#b3265f]' : 'text-on-toy',
            )}
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

type CardSlotProps = {
  name: string
  /** All cards of the round; an unknown one lies face down. */
  cards: readonly (Card | undefined)[]
  /** Index of the card shown here; none if negative. */
  at: number
  isWrong?: boolean
}

function CardSlot({ name, cards, at, isWrong = false }: CardSlotProps) {
  return (
    <figure
      aria-label={name}
      // The card's thick edge lies below it.
      className="grid justify-items-center gap-[calc(0.25rem+var(--card-width)*0.06)]"
    >
      <div
        className={classNames(
          'aspect-[5/7] w-(--card-width) rounded-[calc(var(--card-width)*0.15)] bg-raised/45',
          isWrong
            ? 'outline-4 outline-offset-3 outline-bubblegum'
            : '-outline-offset-3 outline-3 outline-soft/55 outline-dashed',
        )}
      >
        {at >= 0 && <PlayingCard key={at} card={cards[at]} />}
      </div>
      <figcaption className="text-small text-soft [@container(max-height:9.5rem)]:hidden">
        {name}
      </figcaption>
    </figure>
  )
}

function getMood({ round, cashedOut, drawn, isRushing }: HiLoStageProps) {
  if (isRushing || drawn) return 'tense'
  if (cashedOut?.payout && cashedOut.payout > cashedOut.betAmount) return 'win'
  return round?.gameActive === false ? 'loss' : 'idle'
}
