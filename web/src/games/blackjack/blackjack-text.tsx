import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { KeyRules, RuleFacts } from '../shared/game-table.tsx'
import { ResultLine } from '../shared/round-result.tsx'
import { isPush, isWin, shownTotal, sumStakes } from './table-cards.ts'
import type { BlackjackGame } from './use-blackjack.ts'

/** The line under the cards: the open hand, or its result. */
export function BlackjackResult(game: BlackjackGame) {
  const { hand, cards, isFound, isLoading } = game
  const { dealer, hands } = cards
  if (!hand) {
    if (isLoading) return null
    return <ResultLine tone="invitation">Place your bet!</ResultLine>
  }
  const { transactionId, result, active } = hand
  const insurance = insuranceText(hand)
  if (result === undefined) {
    const total = shownTotal(hands[active ?? 0] ?? []).total
    const who = hands.length > 1 ? `Hand ${(active ?? 0) + 1} has` : 'You have'
    const own = `${who} ${total}`
    return (
      <span className="round-result">
        <span>
          {isFound
            ? `Your hand is still open. ${own}`
            : `${own}, the dealer shows ${shownTotal(dealer).total}`}
        </span>
        {insurance}
      </span>
    )
  }
  return (
    <ResultLine key={transactionId} tone={isWin(result) ? 'win' : undefined}>
      <span>{resultText(hand, result)}</span>
      {insurance}
      <span className="sr-only">
        . You have {hands.map((own) => shownTotal(own).total).join(' and ')},
        the dealer has {shownTotal(dealer).total}
      </span>
    </ResultLine>
  )
}

function insuranceText({ insurance }: BlackjackAnswer) {
  if (!insurance) return null
  const { premium, payout } = insurance
  const paid = payout > 0 ? `paid ${payout}` : `of ${premium} lost`
  return <small className="block">Insurance {paid}</small>
}

function resultText(hand: BlackjackAnswer, result: string): string {
  const staked = sumStakes(hand)
  const { payout = 0 } = hand
  if (isWin(result)) {
    return result.replace(/You won .*/, paidText(staked, payout))
  }
  if (isPush(result)) return evenText(hand, result)
  return `${result}. You lost ${coinsText(staked - payout)}`
}

/** Explains a break-even round: insurance, or one hand won and one lost. */
function evenText({ hands, insurance }: BlackjackAnswer, result: string) {
  if (insurance?.payout) return 'Dealer has blackjack: you break even'
  return hands.some(({ payout, bet }) => payout !== bet)
    ? 'One won, one lost: you break even'
    : `${result}. You get your bet back`
}

/** Rules, payouts, return and keys of blackjack. */
export function BlackjackRules() {
  return (
    <div className="grid gap-2">
      <p>
        Get closer to 21 than the dealer without going over. Aces count 11 or 1,
        face cards 10. Every card is drawn from a full, fresh deck.
      </p>
      <RuleFacts
        facts={[
          ['Blackjack', 'pays 3:2'],
          ['Win', 'pays 1:1'],
          ['Insurance', 'pays 2:1'],
          ['Dealer', 'stands on all 17s'],
          ['Return', '99.43 % with best play'],
        ]}
      />
      <p>
        <strong>Double:</strong> on any two cards, double your bet and take
        exactly one more card. <strong>Split:</strong> once, with two cards of
        the same value. Split aces get one card each. A 21 after a split isn’t a
        blackjack.
      </p>
      <p>
        <strong>Insurance:</strong> a side bet of half your stake (rounded down)
        that the dealer has blackjack when showing an ace. On average it loses
        1/13 of its price.
      </p>
      <p>
        If you leave, your hand waits for you. After 7 days it stands
        automatically.
      </p>
      <KeyRules>
        <kbd>H</kbd> hit, <kbd>S</kbd> stand, <kbd>D</kbd> double, <kbd>P</kbd>{' '}
        split, <kbd>I</kbd> insurance, <kbd>N</kbd> no insurance,{' '}
        <kbd>Enter</kbd> or <kbd>Space</kbd> deals. Any of these, or{' '}
        <kbd>Esc</kbd>, skips the dealing.
      </KeyRules>
    </div>
  )
}
