import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { blackjackWin } from '#core/games/blackjack/blackjack-settlement.ts'
import { type Choice, priceOf } from '#core/games/blackjack/blackjack-table.ts'
import type { Coins } from '#core/money/coins.ts'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { BetAction } from '../shared/bet-action.tsx'
import { BetPanel } from '../shared/bet-panel.tsx'
import type { Bet } from '../shared/use-bet.ts'
import { HandActions } from './hand-actions.tsx'
import { InsuranceOffer } from './insurance-offer.tsx'
import { useGroupFocus } from './use-group-focus.ts'

interface BlackjackPanelProps {
  bet: Bet
  hand: BlackjackAnswer | undefined
  isOpen: boolean
  isPlaying: boolean
  isLooking: boolean
  hasShortcuts: boolean
  isInsuranceOffered: boolean
  declineInsurance: () => void
  deal: (amount: Coins) => void
  onMove: (move: Choice) => void
}

/** The bet and Deal between hands; what can be done while one is open. */
export function BlackjackPanel(props: BlackjackPanelProps) {
  const { bet, hand, isOpen, isPlaying, isLooking, hasShortcuts } = props
  const { isInsuranceOffered, onMove } = props
  const group = useGroupFocus(`${isOpen} ${isInsuranceOffered}`)
  const open = isOpen ? hand : undefined
  const priceFor = (move: Choice) => (hand ? priceOf(hand, move) : 0)
  return (
    <BetPanel
      bet={bet}
      inPlay={open?.betAmount ?? (isPlaying ? bet.amount : undefined)}
      hint={(amount) => {
        if (isInsuranceOffered)
          return 'It pays 2:1 if the dealer has a blackjack'
        return open ? openHint(open, bet.balance) : dealHint(amount)
      }}
    >
      <fieldset
        {...group}
        aria-label="Your move"
        className="flex min-w-0 flex-1 gap-2 rounded-toy"
      >
        {isInsuranceOffered && (
          <InsuranceOffer
            price={priceFor('insurance')}
            balance={bet.balance}
            pending={isPlaying}
            hasShortcuts={hasShortcuts}
            onTake={() => onMove('insurance')}
            onDecline={props.declineInsurance}
          />
        )}
        {open && !isInsuranceOffered && (
          <HandActions
            legal={open.legalActions}
            priceOf={priceFor}
            balance={bet.balance}
            pending={isPlaying}
            hasShortcuts={hasShortcuts}
            onMove={onMove}
          />
        )}
        {!open && (
          <BetAction
            bet={bet}
            pending={isPlaying || isLooking}
            onBet={props.deal}
          >
            Deal
          </BetAction>
        )}
      </fieldset>
    </BetPanel>
  )
}

/** Where a blackjack wins half a coin, a draw rounds it: both can come. */
function dealHint(amount: Coins): string {
  const { numerator, denominator } = blackjackWin(amount)
  const least = Number(numerator / denominator)
  const range = numerator % denominator ? `${formatCoins(least)} or ` : ''
  const most = Number((numerator + denominator - 1n) / denominator)
  return `A win pays ${formatCoins(2 * amount)}, a blackjack ${range}${coinsText(most)}`
}

function openHint(hand: BlackjackAnswer, balance: number): string {
  const extras = (['double', 'split'] as const).filter((move) =>
    hand.legalActions.includes(move),
  )
  if (extras.length === 0) return 'Come closer to 21 than the dealer'
  const moves = extras.join(' or ')
  const price = priceOf(hand, 'double')
  return price > balance
    ? `Too few coins to ${moves}: it takes ${formatCoins(price)}`
    : `A ${moves} costs another ${coinsText(price)}`
}
