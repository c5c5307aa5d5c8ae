import type { CoinFlipAnswer } from '#core/schemas/coin-flip-answer.ts'
import { coinsText } from '../../lib/format.ts'
import { useIsHouseAway } from '../../lib/house-presence.ts'

interface FlipResultProps {
  isFlipping: boolean
  /** The coin could fall by now, but nobody here knows how. */
  isLate: boolean
  /** No clear answer came, so nobody here knows whether the bet counted. */
  isUnanswered: boolean
  answer: CoinFlipAnswer | undefined
}

/** The line under the coin. */
export function FlipResult(props: FlipResultProps) {
  const { isFlipping, isLate, isUnanswered, answer } = props
  const isAway = useIsHouseAway()
  if (isFlipping) return isLate && <Waiting isAway={isAway} />
  if (isUnanswered) return <Unanswered isAway={isAway} />
  if (!answer)
    return <span className="flip-result text-soft">Heads or tails?</span>
  return (
    <span
      key={answer.transactionId}
      className={`flip-result pop-in ${answer.isWin ? 'text-lime-text' : 'text-text'}`}
    >
      {answer.result === 'heads' ? 'Heads' : 'Tails'}!{' '}
      {answer.isWin
        ? `You won ${coinsText(answer.payout)}`
        : `You lost ${coinsText(answer.betAmount)}`}
    </span>
  )
}

function Waiting({ isAway }: { isAway: boolean }) {
  if (!isAway)
    return <span className="flip-result">Waiting for the house…</span>
  return (
    <span className="flip-result text-small">
      The house is away. Your bet waits for it.
    </span>
  )
}

/** The balance shown is asked for anew when the house is back. */
function Unanswered({ isAway }: { isAway: boolean }) {
  return (
    <span className="flip-result text-small">
      No clear answer. Your balance{' '}
      {isAway ? 'will show once the house is back' : 'shows'} whether the bet
      counted.
    </span>
  )
}
