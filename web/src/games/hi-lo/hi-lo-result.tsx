import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { cardName } from '../../components/playing-card.tsx'
import { RoundResult } from '../shared/round-result.tsx'
import { isGain } from './hi-lo-news.ts'

interface HiLoResultProps {
  isMoving: boolean
  isLate: boolean
  isUnanswered: boolean
  round: HiLoAnswer | undefined
  cashedOut: HiLoAnswer | undefined
  isFound: boolean
}

/** The line under the cards. */
export function HiLoResult(props: HiLoResultProps) {
  const { round, cashedOut, isFound, ...rest } = props
  return (
    <RoundResult {...rest}>
      {round && <Shown key={round.step} round={round} isFound={isFound} />}
      {cashedOut && <CashedOut round={cashedOut} />}
      {!(round || cashedOut) && (
        <span className="round-result text-soft">Higher or lower?</span>
      )}
    </RoundResult>
  )
}

function CashedOut({ round }: { round: HiLoAnswer }) {
  const colour = isGain(round) ? 'text-lime-text' : 'text-text'
  return (
    <span className={`round-result pop-in ${colour}`}>{round.message}</span>
  )
}

function Shown({ round, isFound }: { round: HiLoAnswer; isFound: boolean }) {
  const { gameActive, currentCard, message, actions } = round
  const isRight = gameActive && actions.at(-1)?.action === 'play' && !isFound
  return (
    <span
      className={`round-result pop-in ${isRight ? 'text-lime-text' : 'text-text'}`}
    >
      <span className="sr-only">{cardName(currentCard)}. </span>
      {gameActive ? storyOf(round, isFound) : message}
    </span>
  )
}

function storyOf({ actions, consecutiveWins }: HiLoAnswer, isFound: boolean) {
  if (isFound) return 'Your round is still open. Go on where you left it.'
  const isRight = actions.at(-1)?.action === 'play'
  return isRight ? `Right! ${consecutiveWins} in a row` : 'Higher or lower?'
}
