import type { SlotAnswer } from '#core/games/slots/slot-answer.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { RoundResult } from '../shared/round-result.tsx'
import type { Shown } from './use-slots.ts'

interface SlotsResultProps {
  isMoving: boolean
  isLate: boolean
  isUnanswered: boolean
  shown: Shown | undefined
}

/** The line under the reels. */
export function SlotsResult({ shown, ...round }: SlotsResultProps) {
  return (
    <RoundResult {...round}>
      {shown ? (
        <Spun key={shown.answer.transactionId} answer={shown.answer} />
      ) : (
        <span className="round-result text-soft">Give it a spin!</span>
      )}
    </RoundResult>
  )
}

function Spun({ answer }: { answer: SlotAnswer }) {
  const { jackpotWin, payout, betAmount } = answer
  return (
    <span
      className={`round-result pop-in ${payout > betAmount ? 'text-lime-text' : 'text-text'}`}
    >
      {`${jackpotWin > 0 ? 'Jackpot! ' : ''}${storyOf(answer)}`}
    </span>
  )
}

function storyOf({ payout, betAmount }: SlotAnswer): string {
  if (payout > 0) return paidText(betAmount, payout)
  return `No line. You lost ${coinsText(betAmount)}`
}
