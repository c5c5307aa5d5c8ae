import type { Round } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { handResult } from '#core/games/blackjack/blackjack-settlement.ts'
import { CardHand } from './card-hand.tsx'
import './blackjack-stage.css'
import './blackjack-drawing.css'

/** A finished round, still: the dealer's cards, the player's, and insurance. */
export function BlackjackDrawing({ round }: { round: Round }) {
  const outcome = blackjack.outcome.parse(round.outcome)
  const { dealerHand, hands, insurance } = outcome
  const isSplit = hands.length > 1
  return (
    <div className="blackjack-drawing">
      <CardHand name="Dealer" cards={dealerHand} />
      <div className="blackjack-drawing-hands">
        {hands.map((hand, at) => (
          <CardHand
            // biome-ignore lint/suspicious/noArrayIndexKey: a hand is its place
            key={at}
            name={isSplit ? `Hand ${at + 1}` : 'Player'}
            cards={hand.cards}
            bet={hand.bet}
            result={isSplit ? handResult(hand) : undefined}
          />
        ))}
      </div>
      {insurance && (
        <p className="text-small text-soft">
          Insurance of {insurance.premium}, paid {insurance.payout}
        </p>
      )}
    </div>
  )
}
