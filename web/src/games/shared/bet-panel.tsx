import type { ReactNode } from 'react'
import type { Coins } from '#core/money/coins.ts'
import { classNames } from '../../lib/class-names.ts'
import { BetAmount } from './bet-amount.tsx'
import { MoreCoins } from './more-coins.tsx'
import type { Bet } from './use-bet.ts'

interface BetPanelProps {
  bet: Bet
  /** What an open round was started with: until its end there is no other. */
  inPlay?: Coins | undefined
  /** What the amount can bring. */
  hint?: (amount: Coins) => ReactNode
  /** The action buttons: one or more {@link BetAction}. */
  children: ReactNode
}

/** Amount, ½, 2×, action: the same order and place in every game. */
export function BetPanel({ bet, inPlay, hint, children }: BetPanelProps) {
  const isInPlay = inPlay !== undefined
  const amount = inPlay ?? bet.amount
  const isShort = !isInPlay && (bet.exceedsBalance || bet.balance === 0)
  return (
    <form
      className="rubber-card bet-panel"
      onSubmit={(event) => event.preventDefault()}
    >
      {/* On phones, the ways to more coins take the amount's room: the result stays in sight. */}
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
      {isShort && <MoreCoins balance={bet.balance} />}
    </form>
  )
}
