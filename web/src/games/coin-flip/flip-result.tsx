import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { RoundResult } from '../shared/round-result.tsx'

interface FlipResultProps {
  isMoving: boolean
  isLate: boolean
  isUnanswered: boolean
  isPaused: boolean
  flips: readonly CoinFlipAnswer[]
}

/** The line under the coin. */
export function FlipResult({ flips, isPaused, ...round }: FlipResultProps) {
  const answer = flips.at(-1)
  return (
    <RoundResult {...round}>
      {answer ? (
        <Fallen key={answer.transactionId} answer={answer} />
      ) : (
        <span className="round-result text-soft">
          {isPaused ? null : 'Heads or tails?'}
        </span>
      )}
    </RoundResult>
  )
}

function Fallen({ answer }: { answer: CoinFlipAnswer }) {
  const { result, payout, betAmount } = answer
  return (
    <span
      className={`round-result pop-in ${payout > betAmount ? 'text-lime-text' : 'text-text'}`}
    >
      {result === 'heads' ? 'Heads' : 'Tails'}! {storyOf(answer)}
    </span>
  )
}

function storyOf({ payout, betAmount }: CoinFlipAnswer): string {
  if (payout > betAmount) return paidText(betAmount, payout)
  if (payout > 0) return `${coinsText(payout)} came back to you`
  return `You lost ${coinsText(betAmount)}`
}
