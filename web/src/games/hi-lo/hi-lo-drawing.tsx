import * as z from 'zod/mini'
import type { Round } from '#core/fairness/round.ts'
import type { Card } from '#core/games/cards.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { hiLoAction } from '#core/games/hi-lo/hi-lo-position.ts'
import { PlayingCard } from '../../components/playing-card.tsx'
import { wayTo } from './way-to.ts'
import './hi-lo-drawing.css'

/** More cards than these are a long round: its last ones are drawn. */
const MOST_DRAWN = 12

/** A finished round, still: its cards in order, each with what led to it. */
export function HiLoDrawing({ round }: { round: Round }) {
  const { cards, end } = hiLo.outcome.parse(round.outcome)
  const actions = z.array(hiLoAction).parse(round.actions ?? [])
  const left = Math.max(0, cards.length - MOST_DRAWN)
  return (
    <div className="hi-lo-drawing">
      {left > 0 && <p className="text-small text-soft">After {left} cards</p>}
      <ol aria-label="The cards">
        {cards.slice(left).map((card, index) => (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: a card keeps its place
            key={index}
            card={card}
            way={wayTo(actions[left + index - 1])}
            isWrong={end === 'wrong_guess' && left + index === cards.length - 1}
          />
        ))}
      </ol>
    </div>
  )
}

interface TurnProps {
  card: Card
  way: ReturnType<typeof wayTo>
  isWrong: boolean
}

function Turn({ card, way, isWrong }: TurnProps) {
  return (
    <li data-wrong={isWrong || undefined}>
      <span aria-hidden="true" className="hi-lo-drawing-sign">
        {way.sign}
      </span>
      {way.word && <span className="sr-only">{way.word} </span>}
      <PlayingCard card={card} />
      {isWrong && <span className="sr-only"> wrong</span>}
    </li>
  )
}
