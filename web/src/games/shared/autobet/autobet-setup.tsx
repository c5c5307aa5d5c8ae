import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { BetAmount } from '../bet-amount.tsx'
import { MoreCoins } from '../more-coins.tsx'
import type { Bet } from '../use-bet.ts'
import { AutobetFields } from './autobet-fields.tsx'
import { planOf } from './autobet-form.ts'
import { AutobetLine } from './autobet-line.tsx'
import type { AutobetControl } from './use-autobet.ts'

interface AutobetSetupProps {
  auto: AutobetControl
  bet: Bet
  isBusy: boolean
  children: ReactNode
}

/** The stake, the one button that starts and stops, and what an autobet goes by. */
export function AutobetSetup(props: AutobetSetupProps) {
  const { auto, bet, isBusy, children } = props
  const { autobet, isRunning, form, start, stop } = auto
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
      <BetAmount bet={bet} inPlay={isRunning ? autobet?.stake : undefined} />
      <Button
        type="submit"
        variant={isRunning ? 'danger' : 'go'}
        size="large"
        disabled={!(isRunning || canStart)}
      >
        {isRunning ? 'Stop' : 'Start autobet'}
      </Button>
      {!isRunning && (bet.exceedsBalance || bet.balance === 0) && (
        <MoreCoins balance={bet.balance} />
      )}
      <AutobetLine auto={auto} />
      <fieldset disabled={isRunning} className="autobet-setup">
        {children}
        <AutobetFields auto={auto} />
      </fieldset>
    </form>
  )
}
