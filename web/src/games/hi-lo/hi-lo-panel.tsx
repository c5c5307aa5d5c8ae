import { type RefObject, useLayoutEffect, useRef } from 'react'
import { AutobetLine } from '../shared/autobet/autobet-line.tsx'
import { AutobetPanel } from '../shared/autobet/autobet-panel.tsx'
import type { AutobetControl } from '../shared/autobet/use-autobet.ts'
import { BetAction } from '../shared/bet-action.tsx'
import { BetPanel } from '../shared/bet-panel.tsx'
import type { Bet } from '../shared/use-bet.ts'
import { GuessPanel } from './guess-panel.tsx'
import { gainRange } from './hi-lo-gains.ts'
import type { Strategy } from './hi-lo-strategy.ts'
import { StrategyFields } from './strategy-fields.tsx'
import type { useHiLo } from './use-hi-lo.ts'

interface HiLoPanelProps {
  bet: Bet
  table: ReturnType<typeof useHiLo>
  auto: AutobetControl
  strategy: Strategy
  onStrategy: (strategy: Strategy) => void
}

/** The bet before a round, the player's moves during it. */
export function HiLoPanel(props: HiLoPanelProps) {
  const { bet, table, auto, strategy, onStrategy } = props
  const { round, isPlaying, isLooking, start } = table
  const panel = useRef<HTMLDivElement>(null)
  // While it is an autobet's, there is nothing for the player to do in it.
  const isOpen = round?.gameActive === true && !auto.isRunning
  const isBusy = isPlaying || isLooking
  useFocusKept(panel, isOpen)
  return (
    <div ref={panel} tabIndex={-1} className="hi-lo-panel">
      {isOpen ? (
        <div className="grid gap-3">
          <GuessPanel {...table} round={round} />
          {auto.autobet && <AutobetLine auto={auto} />}
        </div>
      ) : (
        <AutobetPanel
          auto={auto}
          bet={bet}
          isBusy={isBusy}
          choices={<StrategyFields strategy={strategy} onChange={onStrategy} />}
        >
          <BetPanel bet={bet} hint={() => `Each right guess pays ${gainRange}`}>
            <BetAction bet={bet} pending={isBusy} onBet={start}>
              Start Game
            </BetAction>
          </BetPanel>
        </AutobetPanel>
      )}
    </div>
  )
}

/**
 * When the pressed button makes way for others, the focus stays here. On the
 * panel, not on a button: the key that skips must not also guess.
 */
function useFocusKept(panel: RefObject<HTMLElement | null>, isOpen: boolean) {
  const hadFocus = useRef(false)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      hadFocus.current =
        target instanceof Node && panel.current?.contains(target) === true
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [panel])
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    if (hadFocus.current && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true })
    }
  }, [panel, isOpen])
}
