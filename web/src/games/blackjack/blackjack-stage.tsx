import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { CardHand } from './card-hand.tsx'
import { isWin } from './table-cards.ts'
import type { BlackjackGame } from './use-blackjack.ts'

/** The dealer's cards above, the player's below, dealt by Bendy. */
export function BlackjackStage(game: BlackjackGame) {
  const { cards, bets, hand, isPlaying, skip } = game
  const isSplit = cards.hands.length > 1
  const isOver = !isPlaying && hand?.result !== undefined
  return (
    <div className="blackjack-stage">
      <Bendy
        mood={getMood(hand, isPlaying)}
        className="absolute top-0 left-0 w-[min(clamp(2.5rem,12cqw,7rem),36cqh)]"
      />
      <div className="blackjack-row">
        <CardHand name="Dealer" cards={cards.dealer} isOver={isOver} />
      </div>
      <div className="blackjack-row blackjack-player" data-split={isSplit}>
        {cards.hands.map((own, at) => (
          <CardHand
            // biome-ignore lint/suspicious/noArrayIndexKey: a hand is its place
            key={at}
            name={isSplit ? `Hand ${at + 1}` : 'You'}
            cards={own}
            bet={bets[at]}
            isOver={isOver}
            isActive={isSplit && !isPlaying && hand?.active === at}
            result={isSplit && !isPlaying ? findResult(hand, at) : undefined}
          />
        ))}
      </div>
      <TapToSkip onSkip={skip} />
    </div>
  )
}

/** Returns a hand's result; a bust one has it before the round is over. */
function findResult(hand: BlackjackAnswer | undefined, at: number) {
  const { result, state } = hand?.hands[at] ?? {}
  return result ?? (state === 'bust' ? 'Bust' : undefined)
}

function getMood(hand: BlackjackAnswer | undefined, isPlaying: boolean) {
  if (isPlaying) return 'tense'
  if (hand?.result === undefined) return 'idle'
  if (isWin(hand.result)) return 'win'
  return hand.payout === 0 ? 'loss' : 'idle'
}
