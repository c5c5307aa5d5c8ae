import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { RoundResult } from '../shared/round-result.tsx'
import { totalOf } from './card-hand.tsx'
import type { Laid } from './dealing.ts'
import { isPush, isWin, netOf, stakedOn } from './results.ts'

interface BlackjackResultProps {
  isMoving: boolean
  isLate: boolean
  isUnanswered: boolean
  isLooking: boolean
  isFound: boolean
  hand: BlackjackAnswer | undefined
  table: Laid
}

/** The line under the cards: how the hand stands, or what came of it. */
export function BlackjackResult(props: BlackjackResultProps) {
  const { hand, table, isFound, isLooking, ...round } = props
  return (
    <RoundResult {...round}>
      {!(hand || isLooking) && (
        <span className="round-result text-soft">Place your bet!</span>
      )}
      {hand?.result !== undefined && (
        <Over hand={hand} result={hand.result} table={table} />
      )}
      {hand && hand.result === undefined && (
        <span className="round-result">
          <span>
            {isFound
              ? `Your hand is still open. ${ownText(hand, table)}`
              : `${ownText(hand, table)}, the dealer shows ${totalOf(table.dealer)}`}
          </span>
          <InsuranceNote hand={hand} />
        </span>
      )}
    </RoundResult>
  )
}

/** States the outcome of the insurance. */
function InsuranceNote({ hand: { insurance } }: { hand: BlackjackAnswer }) {
  if (!insurance) return null
  const { premium, payout } = insurance
  const paid = payout > 0 ? `paid ${payout}` : `of ${premium} lost`
  return <small className="block">Insurance {paid}</small>
}

function ownText({ active }: BlackjackAnswer, { hands }: Laid): string {
  const own = totalOf(hands[active ?? 0] ?? [])
  const who = hands.length > 1 ? `Hand ${(active ?? 0) + 1} has` : 'You have'
  return `${who} ${own}`
}

interface OverProps {
  hand: BlackjackAnswer
  result: string
  table: Laid
}

function Over({ hand, result, table: { dealer, hands } }: OverProps) {
  const own = hands.map(totalOf).join(' and ')
  return (
    <span
      key={hand.transactionId}
      className={`round-result pop-in ${isWin(result) ? 'text-lime-text' : 'text-text'}`}
    >
      <span>{resultText(hand, result)}</span>
      <InsuranceNote hand={hand} />
      <span className="sr-only">
        . You have {own}, the dealer has {totalOf(dealer)}
      </span>
    </span>
  )
}

function resultText(hand: BlackjackAnswer, result: string): string {
  if (isWin(result)) {
    const paid = paidText(stakedOn(hand), hand.payout ?? 0)
    return result.replace(/You won .*/, paid)
  }
  if (isPush(result)) return evenText(hand, result)
  return `${result}. You lost ${coinsText(-netOf(hand))}`
}

/** Says why the round is even: insurance, or one hand won and one lost. */
function evenText({ hands, insurance }: BlackjackAnswer, result: string) {
  if (insurance?.payout) return 'Dealer has blackjack: you are even'
  return hands.some(({ payout, bet }) => payout !== bet)
    ? 'One won, one lost: you are even'
    : `${result}. Your coins are back`
}
