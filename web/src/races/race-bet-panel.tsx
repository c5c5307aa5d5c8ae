import { Link } from 'react-router-dom'
import type { RaceBetsAnswer } from '#core/api/races.ts'
import type { Coins } from '#core/money/coins.ts'
import { type Horse, type HorseId, horses } from '#core/race/horses.ts'
import { PAYOUT_HUNDREDTHS } from '#core/race/race-bet.ts'
import { buttonClass } from '../components/button-class.ts'
import { CoinIcon } from '../components/coin-amount.tsx'
import { BetAction, BetAmount, MoreCoins } from '../games/shared/bet-panel.tsx'
import type { Bet } from '../games/shared/use-bet.ts'
import { useShortcut } from '../games/shared/use-game-keys.ts'
import { formatCoins, payoutText } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { useReturnState } from '../session/return-path.ts'
import { getCoat, HorseStill } from './horse/horse-sprite.tsx'

type RaceBetPanelProps = {
  bet: Bet
  bets: RaceBetsAnswer
  picked: HorseId | undefined
  /** Visitors are asked to sign in. */
  isVisitor: boolean
  /** True while bets are taken. */
  isOpen: boolean
  isPending: boolean
  onPick: (horse: HorseId) => void
  onBet: (amount: Coins) => void
}

/** Horse, amount, ½, 2×, action. */
export function RaceBetPanel(props: RaceBetPanelProps) {
  const { bet, bets, picked, isVisitor, isOpen } = props
  const { isPending, onPick, onBet } = props
  const returnState = useReturnState()
  return (
    <form
      className="rubber-card race-panel grid gap-2.5 p-3.5"
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset
        aria-label="Choose your horse"
        disabled={!isOpen}
        className="@container grid grid-cols-4 gap-1.5"
      >
        {horses.map((horse) => (
          <HorseButton
            key={horse.id}
            horse={horse}
            isPicked={picked === horse.id}
            stake={bets.find(({ horseId }) => horseId === horse.id)?.amount}
            onPick={onPick}
          />
        ))}
      </fieldset>
      <fieldset disabled={!isOpen} className="grid gap-3">
        <BetAmount bet={bet} inPlay={undefined} />
      </fieldset>
      {!bet.pause && (
        <p className="text-center font-display text-lead/none font-semibold">
          <span className="text-sun-text">{TIMES}×</span>{' '}
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
          <BetAction
            bet={bet}
            disabled={!isOpen || picked === undefined}
            pending={isPending}
            onBet={onBet}
          >
            Place Bet
          </BetAction>
        )}
      </div>
      {!isVisitor && <MoreCoins bet={bet} />}
    </form>
  )
}

const TIMES = (PAYOUT_HUNDREDTHS / 100).toFixed(1)

function paysText(amount: Coins): string {
  const numerator = BigInt(amount) * BigInt(PAYOUT_HUNDREDTHS)
  return `· pays ${payoutText({ numerator, denominator: 100n })}`
}

/** Keys by the horses' first letters; digits belong to the amount. */
export const horseKeys = {
  1: 'p',
  2: 't',
  3: 's',
  4: 'r',
} as const satisfies Record<HorseId, string>

type HorseButtonProps = Pick<RaceBetPanelProps, 'onPick'> & {
  horse: Horse
  isPicked: boolean
  stake: number | undefined
}

function HorseButton({ horse, isPicked, stake, onPick }: HorseButtonProps) {
  const { id, name } = horse
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-keyshortcuts={useShortcut(horseKeys[id].toUpperCase())}
      onClick={() => onPick(id)}
      className="toy toy-plain horse-button group min-w-0 flex-col gap-1 px-0 pt-1 pb-2 text-[clamp(0.6875rem,4.6cqw,0.875rem)]"
      style={getCoat(id)}
    >
      <HorseStill
        horse={id}
        className="horse-button-head w-[min(100%,4.5rem)] origin-bottom group-disabled:opacity-55 group-aria-pressed:scale-116"
      />
      <span className="grid min-h-[2lh] place-items-center leading-[1.05] wrap-anywhere">
        {name}
      </span>
      {stake !== undefined && (
        <span className="pop-in absolute -top-2.5 -right-1.5 inline-flex max-w-[calc(100%+0.5rem)] items-center gap-[0.2rem] whitespace-nowrap rounded-pill border-2 border-outline bg-sun px-[0.4rem] leading-[1.3] text-on-toy">
          <CoinIcon /> {formatCoins(stake)}
          <span className="sr-only"> coins staked</span>
        </span>
      )}
    </button>
  )
}
