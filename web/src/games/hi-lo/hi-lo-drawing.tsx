import * as z from 'zod/mini'
import type { Round } from '#core/fairness/round.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import {
  type HiLoAction,
  hiLoAction,
} from '#core/games/hi-lo/hi-lo-position.ts'
import { PlayingCard } from '../../components/playing-card.tsx'
import { classNames } from '../../lib/class-names.ts'

/** Longer rounds are drawn by their last cards. */
const MOST_DRAWN = 12

/** A finished round without motion: its cards, each with the action that led to it. */
export function Drawing({ round }: { round: Round }) {
  const { cards, end } = hiLo.outcome.parse(round.outcome)
  const actions = z.array(hiLoAction).parse(round.actions ?? [])
  const left = Math.max(0, cards.length - MOST_DRAWN)
  return (
    <div>
      {left > 0 && <p className="text-small text-soft">After {left} cards</p>}
      <ol
        aria-label="The cards"
        className="flex flex-wrap justify-center gap-x-2 gap-y-3 [--card-width:3.25rem]"
      >
        {cards.slice(left).map((card, index) => {
          const { sign, word } = actionWords(actions[left + index - 1])
          const isWrong =
            end === 'wrong_guess' && left + index === cards.length - 1
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a card keeps its place
              key={index}
              className={classNames(
                'flex items-center gap-1',
                isWrong &&
                  '[&_.playing-card]:rounded-[9px] [&_.playing-card]:outline-3 [&_.playing-card]:outline-offset-2 [&_.playing-card]:outline-bubblegum',
              )}
            >
              <span aria-hidden="true" className="text-[0.875rem] text-soft">
                {sign}
              </span>
              {word && <span className="sr-only">{word} </span>}
              <PlayingCard card={card} />
              {isWrong && <span className="sr-only"> wrong</span>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** Describes the action that led to a card, as a sign and in words. */
export function actionWords(action: HiLoAction | undefined) {
  if (!action) return { sign: '', word: '' }
  if (action.action !== 'play') return { sign: '» ', word: 'Skipped to' }
  return action.choice === 'higher'
    ? { sign: '▲ ', word: 'Higher:' }
    : { sign: '▼ ', word: 'Lower:' }
}
