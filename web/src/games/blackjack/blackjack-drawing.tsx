import type { Round } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { handResult } from '#core/games/blackjack/blackjack-settlement.ts'
import { CardHand } from './card-hand.tsx'

/** A finished round without motion: all hands, and the insurance. */
export function Drawing({ round }: { round: Round }) {
  const outcome = blackjack.outcome.parse(round.outcome)
  const { dealerHand, hands, insurance } = outcome
  const isSplit = hands.length > 1
  return (
    <div className="grid justify-items-center gap-4 [--card-width:clamp(3rem,14cqw,4.25rem)] [&_.card-hand-result]:static">
      <CardHand name="Dealer" cards={dealerHand} />
      <div className="flex w-full justify-center gap-4">
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
