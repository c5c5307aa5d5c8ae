import { coinsText, formatCoins } from '../../../lib/format.ts'
import type { Autobet, WinGoal } from './autobet.ts'

/** How far it has come: "12 of 100 bets, 35 coins up". */
export function progressText({ plan, bets, profit }: Autobet): string {
  const of = plan.count === undefined ? '' : ` of ${formatCoins(plan.count)}`
  const one = bets === 1 && plan.count === undefined
  const made = `${formatCoins(bets)}${of} ${one ? 'bet' : 'bets'}`
  return `${made}, ${profitText(profit)}`
}

/** Why it stopped, and what came of it; nothing while it goes on. */
export function stopText(autobet: Autobet): string | undefined {
  const reason = reasonOf(autobet)
  if (reason === undefined) return undefined
  if (autobet.bets === 0) return `No bet was made. ${reason}`
  return `Stopped after ${progressText(autobet)}. ${reason}`
}

function profitText(profit: number): string {
  if (profit === 0) return 'even'
  return `${coinsText(Math.abs(profit))} ${profit > 0 ? 'up' : 'down'}`
}

function reasonOf({ plan, stake, stopped }: Autobet): string | undefined {
  switch (stopped?.is) {
    case undefined:
      return undefined
    case 'count':
      return 'All bets are made.'
    case 'profit':
      return `Your profit of ${coinsText(plan.stopOnProfit ?? 0)} is reached.`
    case 'loss':
      return `A bet of ${formatCoins(stake)} could lose more than the ${coinsText(plan.stopOnLoss ?? 0)} that you allow.`
    case 'win':
      return plan.stopOnWin && `One bet won ${goalText(plan.stopOnWin)}.`
    case 'balance':
      return `You have less than the next bet of ${coinsText(stake)}.`
    case 'player':
      return 'You stopped it.'
    case 'unclear':
      return 'No clear answer came. Your balance shows whether the last bet counted.'
    case 'mismatch':
      return 'The last round does not add up: see the alarm before you go on.'
    case 'refused':
      return stopped.message
  }
}

function goalText(goal: WinGoal): string {
  return goal.in === 'coins'
    ? `${coinsText(goal.least)} or more`
    : `${goal.leastHundredths / 100} × its stake or more`
}
