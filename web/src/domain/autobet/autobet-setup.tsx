import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { PauseBanner } from '../../components/pause-banner.tsx'
import { BetAmount } from '../play/bet-amount.tsx'
import { MoreCoins } from '../play/more-coins.tsx'
import type { Bet } from '../play/use-bet.ts'
import { AutobetFields } from './autobet-fields.tsx'
import { planOf } from './autobet-form.ts'
import type { AutobetControl } from './use-autobet.ts'

interface AutobetSetupProps {
  auto: AutobetControl
  bet: Bet
  isBusy: boolean
  children: ReactNode
}

/** What an autobet goes by, and the one button that starts and stops it. */
export function AutobetSetup(props: AutobetSetupProps) {
  const { auto, bet, isBusy, children } = props
  const { isRunning, form, start, stop } = auto
  const canStart = planOf(form, bet.amount) !== undefined && !isBusy
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isRunning) stop()
        else if (canStart) start()
      }}
    >
      {!isRunning && (
        <div className="autobet-setup grid gap-3">
          <BetAmount bet={bet} inPlay={undefined} />
          {children}
          <AutobetFields auto={auto} />
        </div>
      )}
      <Button
        type="submit"
        variant={isRunning ? 'danger' : 'go'}
        size="large"
        disabled={!(isRunning || canStart)}
      >
        {isRunning ? 'Stop' : 'Start autobet'}
      </Button>
      {!isRunning && bet.pause && <PauseBanner {...bet.pause} />}
      {!isRunning && (bet.exceedsBalance || bet.balance === 0) && (
        <MoreCoins balance={bet.balance} />
      )}
    </form>
  )
}
