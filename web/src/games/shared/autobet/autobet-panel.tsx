import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import type { Bet } from '../use-bet.ts'
import { AutobetSetup } from './autobet-setup.tsx'
import type { AutobetControl } from './use-autobet.ts'
import './autobet.css'

interface AutobetPanelProps {
  auto: AutobetControl
  bet: Bet
  /** A bet made by hand is still on its way. */
  isBusy: boolean
  /** What the game asks of an autobet besides: a side, a strategy. */
  choices?: ReactNode
  /** The panel for bets made by hand. */
  children: ReactNode
}

/** The bet panel of a game that can also bet by itself. */
export function AutobetPanel(props: AutobetPanelProps) {
  const { auto, bet, isBusy, choices, children } = props
  const { tab, setTab, isRunning } = auto
  return (
    <Radix.Root value={tab} onValueChange={setTab} className="grid gap-2">
      <Radix.List aria-label="How to bet" className="well autobet-tabs">
        <Radix.Trigger value="manual" disabled={isRunning} className="tab">
          Manual
        </Radix.Trigger>
        <Radix.Trigger value="auto" className="tab">
          Auto
        </Radix.Trigger>
      </Radix.List>
      <Radix.Content value="manual" className="rounded-toy">
        {children}
      </Radix.Content>
      <Radix.Content value="auto" className="rounded-toy">
        <div className="rubber-card p-4">
          <AutobetSetup auto={auto} bet={bet} isBusy={isBusy}>
            {choices}
          </AutobetSetup>
        </div>
      </Radix.Content>
    </Radix.Root>
  )
}
