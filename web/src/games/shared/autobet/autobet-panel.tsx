import type { ReactNode } from 'react'
import { Button } from '../../../components/button.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { coinsText, formatCoins } from '../../../lib/format.ts'
import { useIsServerAway } from '../../../lib/server-presence.ts'
import { BetAmount, MoreCoins } from '../bet-panel.tsx'
import type { Bet } from '../use-bet.ts'
import type { Autobet, WinGoal } from './autobet.ts'
import { AutobetFields } from './autobet-fields.tsx'
import { parsePlan } from './autobet-form.ts'
import type { AutobetControl } from './use-autobet.ts'

type AutobetPanelProps = {
  auto: AutobetControl
  bet: Bet
  /** A bet made by hand has no result yet. */
  isBusy: boolean
  /** The game's own settings: a side, a strategy. */
  choices?: ReactNode
  /** The panel for bets made by hand. */
  children: ReactNode
}

/** The bet panel of a game that can also bet by itself. */
export function AutobetPanel(props: AutobetPanelProps) {
  const { tab, setTab, isRunning } = props.auto
  return (
    <Tabs
      label="How to bet"
      className="autobet-tabs"
      first={tab}
      onOpen={setTab}
      tabs={[
        {
          value: 'manual',
          label: 'Manual',
          disabled: isRunning,
          content: props.children,
        },
        { value: 'auto', label: 'Auto', content: <AutobetSetup {...props} /> },
      ]}
    />
  )
}

/** The stake, the button that starts and stops, and the settings. */
function AutobetSetup({ auto, bet, isBusy, choices }: AutobetPanelProps) {
  const { autobet, isRunning, form, start, stop } = auto
  const canStart = parsePlan(form, bet.amount) !== undefined && !isBusy
  return (
    <form
      noValidate
      className="rubber-card grid gap-3 p-4"
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
      {!isRunning && <MoreCoins bet={bet} />}
      <AutobetLine auto={auto} />
      <fieldset
        disabled={isRunning}
        className="autobet-setup grid min-w-0 gap-3 disabled:opacity-60"
      >
        {choices}
        <AutobetFields auto={auto} />
      </fieldset>
    </form>
  )
}

/** Progress of an autobet. Announces its start and stop to screen readers, not each bet. */
export function AutobetLine({ auto }: { auto: AutobetControl }) {
  const { autobet, isRunning, profits } = auto
  const isAway = useIsServerAway()
  return (
    // Has a constant height, so that nothing below it moves.
    <div className="autobet-line flex min-h-24 flex-col gap-0.5 text-center wrap-anywhere">
      {!autobet && (
        <p className="text-small text-soft">Your profit shows here</p>
      )}
      {autobet && isRunning && (
        <p className="font-display font-semibold">{progressText(autobet)}</p>
      )}
      <p role="status" className="text-small text-soft">
        {isRunning && isAway && (
          <span>Connection lost. Autobet resumes once we’re reconnected.</span>
        )}
        {isRunning && !isAway && (
          <span>
            Autobet is running.{' '}
            <span className="with-keyboard">Esc stops it.</span>
          </span>
        )}
        {!isRunning && autobet && <span>{stopText(autobet)}</span>}
      </p>
      <ProfitLine profits={profits} />
    </div>
  )
}

/** Draws the profit after each of the latest bets, in coins. */
function ProfitLine({ profits }: { profits: readonly number[] }) {
  const top = Math.max(1, ...profits)
  const bottom = Math.min(-1, ...profits)
  const isLoss = (profits.at(-1) ?? 0) < 0
  const toY = (profit: number) => (100 * (top - profit)) / (top - bottom)
  const toX = (index: number) => (100 * index) / Math.max(1, profits.length - 1)
  const points = profits.map((profit, at) => `${toX(at)},${toY(profit)}`)
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-auto h-10 w-full"
    >
      <line
        x2="100"
        y1={toY(0)}
        y2={toY(0)}
        vectorEffect="non-scaling-stroke"
        strokeDasharray="4 6"
        className="stroke-soft"
      />
      <polyline
        points={points.join(' ')}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeWidth="3"
        className={isLoss ? 'stroke-bubblegum-text' : 'stroke-lime-text'}
      />
    </svg>
  )
}

/** Explains autobets in the rules of each game that has them. */
export function AutobetRules() {
  return (
    <p>
      <strong>Autobet</strong> repeats your bet until one of your stops is
      reached, a bet is refused, or you press Stop or <kbd>Esc</kbd>. Profit and
      wins don’t include the bets themselves. “Stop on loss” caps what it can
      lose: it stops before any bet that could lose more. Raises are rounded up
      to a whole coin. It ends when you leave the page, and runs more slowly in
      a background tab. Every round is still checked, and one that doesn’t add
      up stops it.
    </p>
  )
}

/** States the progress: "12 of 100 bets, 35 coins up". */
export function progressText({ plan, bets, profit }: Autobet): string {
  const of = plan.count === undefined ? '' : ` of ${formatCoins(plan.count)}`
  const noun = bets === 1 && plan.count === undefined ? 'bet' : 'bets'
  return `${formatCoins(bets)}${of} ${noun}, ${profitText(profit)}`
}

function profitText(profit: number): string {
  if (profit === 0) return 'even'
  return `${coinsText(Math.abs(profit))} ${profit > 0 ? 'up' : 'down'}`
}

/** States why an autobet stopped and its profit; undefined while it runs. */
export function stopText(autobet: Autobet): string | undefined {
  const reason = findReason(autobet)
  if (reason === undefined) return undefined
  if (autobet.bets === 0) return `No bets placed. ${reason}`
  return `Stopped after ${progressText(autobet)}. ${reason}`
}

function findReason({ plan, stake, stopped }: Autobet): string | undefined {
  switch (stopped?.is) {
    case undefined:
      return undefined
    case 'count':
      return 'All bets placed.'
    case 'profit':
      return `You reached your profit goal of ${coinsText(plan.stopOnProfit ?? 0)}.`
    case 'loss':
      return `A bet of ${formatCoins(stake)} could lose more than the ${coinsText(plan.stopOnLoss ?? 0)} you allowed.`
    case 'win':
      return plan.stopOnWin && `One bet won ${goalText(plan.stopOnWin)}.`
    case 'balance':
      return `You don’t have enough for the next bet of ${coinsText(stake)}.`
    case 'player':
      return 'You stopped it.'
    case 'unclear':
      return 'We got no clear answer. Your balance shows whether the last bet counted.'
    case 'mismatch':
      return 'The last round does not add up. Check the alert before you keep playing.'
    case 'refused':
      return stopped.message
  }
}

function goalText(goal: WinGoal): string {
  return goal.in === 'coins'
    ? `${coinsText(Math.ceil(goal.leastHundredths / 100))} or more`
    : `${goal.leastHundredths / 100} × its stake or more`
}
