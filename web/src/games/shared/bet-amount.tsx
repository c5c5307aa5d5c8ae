import { useId } from 'react'
import type { Coins } from '#core/money/coins.ts'
import { Button } from '../../components/button.tsx'
import { CoinIcon } from '../../components/coin-icon.tsx'
import { PauseBanner } from '../../components/pause-banner.tsx'
import { classNames } from '../../lib/class-names.ts'
import type { Bet } from './use-bet.ts'

interface BetAmountProps {
  bet: Bet
  /** What an open round was started with: until its end there is no other. */
  inPlay: Coins | undefined
}

/** The amount of the next bet, and what halves and doubles it; or why none is taken. */
export function BetAmount({ bet, inPlay }: BetAmountProps) {
  const id = useId()
  const isInPlay = inPlay !== undefined
  if (bet.pause && !isInPlay) return <PauseBanner {...bet.pause} />
  const problem = isInPlay ? undefined : bet.problem
  return (
    <div className="bet-amount">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-display font-medium">
          Bet Amount
        </label>
        <p id={`${id}-note`} className="text-end text-small text-soft">
          {isInPlay ? 'In play' : (problem ?? bet.range)}
        </p>
      </div>
      <div className="bet-amount-row">
        <div className={classNames('well', problem && 'border-bubblegum-text')}>
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
          />
          <button
            type="button"
            disabled={isInPlay}
            onClick={bet.max}
            aria-label="Max, all of your balance as the bet"
            className="min-h-11 rounded-toy px-1 font-display text-small font-semibold text-sky-text disabled:opacity-40"
          >
            Max
          </button>
        </div>
        <Button
          disabled={isInPlay}
          onClick={bet.halve}
          aria-label="½ of the bet"
        >
          ½
        </Button>
        <Button
          disabled={isInPlay}
          onClick={bet.double}
          aria-label="2× the bet"
        >
          2×
        </Button>
      </div>
    </div>
  )
}
