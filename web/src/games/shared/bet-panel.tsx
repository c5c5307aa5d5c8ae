import { type ComponentProps, type ReactNode, useId } from 'react'
import { type Coins, STARTING_BALANCE } from '#core/money/coins.ts'
import { Button } from '../../components/button.tsx'
import { CoinIcon } from '../../components/coin-amount.tsx'
import { PauseBanner } from '../../components/pause-banner.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatCoins } from '../../lib/format.ts'
import { useAuth } from '../../session/auth.tsx'
import { openAccountSheet } from '../../session/open-account-sheet.ts'
import type { Bet } from './use-bet.ts'

type BetPanelProps = {
  bet: Bet
  /** Stake of the open round, which can't be changed. */
  inPlay?: Coins | undefined
  /** Formats the possible payout of an amount. */
  hint?: (amount: Coins) => ReactNode
  /** The action buttons: one or more {@link BetAction}. */
  children: ReactNode
}

/** Amount, ½, 2×, action: the same order and place in every game. */
export function BetPanel({ bet, inPlay, hint, children }: BetPanelProps) {
  const isInPlay = inPlay !== undefined
  const amount = inPlay ?? bet.amount
  return (
    <form
      className="rubber-card bet-panel"
      onSubmit={(event) => event.preventDefault()}
    >
      {/* On phones, MoreCoins replaces the amount, so that the result stays visible. */}
      <div
        className={classNames(
          !(isInPlay || bet.pause) && bet.balance === 0 && 'max-[60rem]:hidden',
          // The stage shows what is in play.
          isInPlay && 'max-sm:[@media(max-height:43.99rem)]:hidden',
        )}
      >
        <BetAmount bet={bet} inPlay={inPlay} />
      </div>
      <div className="flex gap-3">{children}</div>
      {hint && (
        <p className="min-h-[1lh] text-center text-small text-soft">
          {amount && hint(amount)}
        </p>
      )}
      {!isInPlay && <MoreCoins bet={bet} />}
    </form>
  )
}

/** The amount of the next bet, with ½, 2× and Max; or why bets are paused. */
export function BetAmount({
  bet,
  inPlay,
}: Pick<BetPanelProps, 'bet' | 'inPlay'>) {
  const id = useId()
  const isInPlay = inPlay !== undefined
  if (bet.pause && !isInPlay) return <PauseBanner {...bet.pause} />
  const problem = isInPlay ? undefined : bet.problem
  return (
    <div className="@container grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-display font-medium">
          Bet Amount
        </label>
        <p id={`${id}-note`} className="text-end text-small text-soft">
          {isInPlay ? 'In play' : (problem ?? bet.range)}
        </p>
      </div>
      <div className="flex gap-2">
        <div
          className={classNames(
            'well flex min-w-0 flex-1 items-center gap-2 px-3 @max-[24rem]:gap-1 @max-[24rem]:pr-1 @max-[24rem]:pl-2',
            problem && 'border-bubblegum-text',
          )}
        >
          <CoinIcon className="text-title @max-[18rem]:hidden" />
          <input
            id={id}
            inputMode="numeric"
            enterKeyHint="go"
            autoComplete="off"
            value={inPlay ?? bet.text}
            disabled={isInPlay}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => bet.setText(event.target.value)}
            className="h-12 w-full min-w-0 bg-transparent font-display text-[length:var(--text-title)] font-semibold outline-none @max-[24rem]:text-[length:var(--text-lead)]"
          />
          <button
            type="button"
            disabled={isInPlay}
            onClick={bet.max}
            aria-label="Max: bet your whole balance"
            className="min-h-11 rounded-toy px-1 font-display text-small font-semibold text-sky-text disabled:opacity-40"
          >
            Max
          </button>
        </div>
        {scales.map(([scale, label, name]) => (
          <Button
            key={scale}
            disabled={isInPlay}
            onClick={bet[scale]}
            aria-label={name}
            className="@max-[24rem]:w-11 @max-[24rem]:px-0"
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

const scales = [
  ['halve', '½', '½ of the bet'],
  ['double', '2×', '2× the bet'],
] as const

type BetActionProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  bet: Bet
  onBet: (amount: Coins) => void
}

/** A button that stakes the panel's amount. */
export function BetAction(props: BetActionProps) {
  const { bet, onBet, disabled, children, className, ...rest } = props
  const { amount } = bet
  const isShort = bet.exceedsBalance && 'Insufficient Balance'
  const obstacle = bet.pause ? 'Paused' : isShort
  return (
    <Button
      variant="go"
      size="large"
      className={className ?? 'min-w-0 flex-1'}
      disabled={disabled || amount === undefined}
      onClick={() => amount !== undefined && onBet(amount)}
      {...rest}
    >
      {obstacle ? (
        // Fits in one line on any phone, so that the button does not grow.
        <span className="text-[min(1em,1.25rem)]">{obstacle}</span>
      ) : (
        <>
          {children}{' '}
          <small aria-hidden="true" className="thumb-stake">
            {amount !== undefined && formatCoins(amount)}
          </small>
        </>
      )}
    </Button>
  )
}

/**
 * Offers a reset and a deposit when the balance is too small. On phones only at a
 * balance of 0: a taller panel would cover the last result, and Max is next to
 * the amount.
 */
export function MoreCoins({ bet: { balance, exceedsBalance } }: { bet: Bet }) {
  const { reset } = useAuth()
  if (balance > 0 && !exceedsBalance) return null
  return (
    <div
      className={classNames('flex gap-3', balance > 0 && 'max-[60rem]:hidden')}
    >
      {balance < STARTING_BALANCE && (
        <Button
          size="small"
          className="min-w-0 flex-1"
          pending={reset.isPending}
          onClick={() => reset.mutate()}
        >
          Reset to {formatCoins(STARTING_BALANCE)}
        </Button>
      )}
      <Button
        size="small"
        className="min-w-0 flex-1"
        aria-haspopup="dialog"
        onClick={openAccountSheet}
      >
        Deposit
      </Button>
    </div>
  )
}
