import { Link } from 'react-router-dom'
import type { RaceBetsAnswer } from '#core/api/races.ts'
import type { Coins } from '#core/money/coins.ts'
import type { HorseId } from '#core/race/horses.ts'
import { PAYOUT_HUNDREDTHS, raceBetExposure } from '#core/race/race-bet.ts'
import { buttonClass } from '../../components/button-class.ts'
import {
  BetAction,
  BetAmount,
  MoreCoins,
} from '../../games/shared/bet-panel.tsx'
import type { Bet } from '../../games/shared/use-bet.ts'
import { formatCoins } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useReturnState } from '../../session/return-path.ts'
import { HorsePicker } from './horse-picker.tsx'

interface RaceBetPanelProps {
  bet: Bet
  bets: RaceBetsAnswer
  picked: HorseId | undefined
  /** They are asked to sign in. */
  isVisitor: boolean
  /** Bets are taken now. */
  isOpen: boolean
  isPending: boolean
  onPick: (horse: HorseId) => void
  onBet: (amount: Coins) => void
}

/** Horse, amount, ½, 2×, action. */
export function RaceBetPanel(props: RaceBetPanelProps) {
  const { bet, bets, picked, isVisitor, isOpen, onPick } = props
  const returnState = useReturnState()
  return (
    <form
      className="rubber-card race-panel"
      onSubmit={(event) => event.preventDefault()}
    >
      <HorsePicker
        picked={picked}
        bets={bets}
        disabled={!isOpen}
        onPick={onPick}
      />
      <fieldset disabled={!isOpen} className="grid gap-3">
        <BetAmount bet={bet} inPlay={undefined} />
      </fieldset>
      {!bet.pause && (
        <p className="race-price">
          <span>{TIMES}×</span>{' '}
          <span>{bet.amount && paysText(bet.amount)}</span>
        </p>
      )}
      <div className="flex gap-3">
        {isVisitor ? (
          <Link
            to={pagePath('/auth')}
            state={returnState}
            className={`${buttonClass('go', 'large')} min-w-0 flex-1`}
          >
            Sign in to bet
          </Link>
        ) : (
          <PlaceBet {...props} />
        )}
      </div>
      {!isVisitor && <MoreCoins bet={bet} />}
    </form>
  )
}

function PlaceBet(props: RaceBetPanelProps) {
  const { bet, picked, isOpen, isPending, onBet } = props
  return (
    <BetAction
      bet={bet}
      disabled={!isOpen || picked === undefined}
      pending={isPending}
      onBet={onBet}
    >
      Place Bet
    </BetAction>
  )
}

const TIMES = (PAYOUT_HUNDREDTHS / 100).toFixed(1)

/** Where the payout is no whole number, a draw rounds it: both can come. */
function paysText(amount: Coins): string {
  const most = raceBetExposure(amount).payout
  const least = Math.floor((amount * PAYOUT_HUNDREDTHS) / 100)
  const range = least < most ? `${formatCoins(least)} or ` : ''
  return `· pays ${range}${formatCoins(most)}`
}
