import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { KeyRules, RuleFacts } from '../shared/game-table.tsx'
import { ResultLine } from '../shared/round-result.tsx'
import { isPush, isWin, shownTotal, stakedOn } from './table-cards.ts'
import type { BlackjackGame } from './use-blackjack.ts'

/** The line under the cards: the open hand, or its result. */
export function BlackjackResult(game: BlackjackGame) {
  const { hand, cards, isFound, isLooking } = game
  const { dealer, hands } = cards
  if (!hand) {
    if (isLooking) return null
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
  const staked = stakedOn(hand)
  const { payout = 0 } = hand
  if (isWin(result)) {
    return result.replace(/You won .*/, paidText(staked, payout))
  }
  if (isPush(result)) return evenText(hand, result)
  return `${result}. You lost ${coinsText(staked - payout)}`
}

/** Says why the round is even: insurance, or one hand won and one lost. */
function evenText({ hands, insurance }: BlackjackAnswer, result: string) {
  if (insurance?.payout) return 'Dealer has blackjack: you are even'
  return hands.some(({ payout, bet }) => payout !== bet)
    ? 'One won, one lost: you are even'
    : `${result}. Your coins are back`
}

/** Rules, payouts, return and keys of blackjack. */
export function BlackjackRules() {
  return (
    <div className="grid gap-2">
      <p>
        Come closer to 21 than the dealer, and not above it. Aces count 11 or 1,
        pictures 10. Every card is drawn from a full, fresh deck.
      </p>
      <RuleFacts
        facts={[
          ['Blackjack', 'pays 3:2'],
          ['Win', 'pays 1:1'],
          ['Insurance', 'pays 2:1'],
          ['Dealer', 'stands on every 17'],
          ['Return', '99.43 % at best play'],
        ]}
      />
      <p>
        <strong>Double:</strong> twice the bet and one card more, with any two
        cards. <strong>Split:</strong> once, two cards that count the same; aces
        get one card each. A 21 after it is no blackjack.
      </p>
      <p>
        <strong>Insurance:</strong> a side bet of half your stake (rounded down)
        that the dealer's ace makes a blackjack. On average it costs 1/13 of its
        price.
      </p>
      <p>
        A hand that you leave waits for you. After 7 days it stands by itself.
      </p>
      <KeyRules>
        <kbd>H</kbd> hit, <kbd>S</kbd> stand, <kbd>D</kbd> double, <kbd>P</kbd>{' '}
        split, <kbd>I</kbd> insurance, <kbd>N</kbd> none, <kbd>Enter</kbd> or{' '}
        <kbd>Space</kbd> deals. All of them and <kbd>Esc</kbd> skip to the end
        of what is dealt.
      </KeyRules>
    </div>
  )
}
