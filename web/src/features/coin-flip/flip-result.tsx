import type { CoinFlipAnswer } from '#core/schemas/coin-flip-answer.ts'
import { formatCoins } from '../../lib/format.ts'

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
  if (isFlipping) {
    return isLate && <span className="flip-result">Waiting for the house…</span>
  }
  if (isUnanswered) {
    return (
      <span className="flip-result text-small">
        No clear answer. Your balance shows whether the bet counted.
      </span>
    )
  }
  if (!answer)
    return <span className="flip-result text-soft">Heads or tails?</span>
  return (
    <span
      key={answer.transactionId}
      className={`flip-result pop-in ${answer.isWin ? 'text-lime-text' : 'text-text'}`}
    >
      {answer.result === 'heads' ? 'Heads' : 'Tails'}!{' '}
      {answer.isWin
        ? `You won ${formatCoins(answer.payout)} coins`
        : `You lost ${formatCoins(answer.betAmount)} ${answer.betAmount === 1 ? 'coin' : 'coins'}`}
    </span>
  )
}
