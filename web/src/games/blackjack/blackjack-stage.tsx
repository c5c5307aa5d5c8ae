import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { CardHand } from './card-hand.tsx'
import type { Laid } from './dealing.ts'
import { isWin } from './results.ts'
import './blackjack-stage.css'

interface BlackjackStageProps {
  table: Laid
  bets: readonly number[]
  hand: BlackjackAnswer | undefined
  isPlaying: boolean
  /** Left out when there is nothing to skip. */
  onSkip: (() => void) | undefined
}

/** The dealer's cards above, the player's below, and Bendy who deals. */
export function BlackjackStage(props: BlackjackStageProps) {
  const { table, bets, hand, isPlaying, onSkip } = props
  const isSplit = table.hands.length > 1
  const isOver = !isPlaying && hand?.result !== undefined
  return (
    <div className="blackjack-stage">
      <Bendy mood={moodOf(hand, isPlaying)} className="blackjack-dealer" />
      <div className="blackjack-row">
        <CardHand name="Dealer" cards={table.dealer} isOver={isOver} />
      </div>
      <div className="blackjack-row blackjack-player" data-split={isSplit}>
        {table.hands.map((cards, at) => (
          <CardHand
            // biome-ignore lint/suspicious/noArrayIndexKey: a hand is its place
            key={at}
            name={isSplit ? `Hand ${at + 1}` : 'You'}
            cards={cards}
            bet={bets[at]}
            isOver={isOver}
            isActive={isSplit && !isPlaying && hand?.active === at}
            result={isSplit && !isPlaying ? resultOf(hand, at) : undefined}
          />
        ))}
      </div>
      <TapToSkip onSkip={onSkip} />
    </div>
  )
}

/** A hand that is bust is so before the round is over. */
function resultOf(hand: BlackjackAnswer | undefined, at: number) {
  const { result, state } = hand?.hands[at] ?? {}
  return result ?? (state === 'bust' ? 'Bust' : undefined)
}

function moodOf(hand: BlackjackAnswer | undefined, isPlaying: boolean) {
  if (isPlaying) return 'tense'
  if (hand?.result === undefined) return 'idle'
  if (isWin(hand.result)) return 'win'
  return hand.payout === 0 ? 'loss' : 'idle'
}
