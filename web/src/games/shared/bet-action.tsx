import type { ComponentProps } from 'react'
import type { Coins } from '#core/money/coins.ts'
import { Button } from '../../components/button.tsx'
import { formatCoins } from '../../lib/format.ts'
import type { Bet } from './use-bet.ts'

interface BetActionProps
  extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  bet: Bet
  onBet: (amount: Coins) => void
}

/** A button that stakes the panel's amount. */
export function BetAction(props: BetActionProps) {
  const { bet, onBet, disabled, children, className, ...rest } = props
  const { amount } = bet
  const obstacle = obstacleOf(bet)
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
        // In one line on any phone, so that the button does not grow.
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

/** Why the amount that stands there can not be staked, where a button says so. */
function obstacleOf({ pause, exceedsBalance }: Bet): string | undefined {
  if (pause) return 'Paused'
  return exceedsBalance ? 'Insufficient Balance' : undefined
}
