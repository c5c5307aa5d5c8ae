import { type RefObject, useLayoutEffect, useRef } from 'react'
import { BetAction } from '../../components/bet-action.tsx'
import { BetPanel } from '../../components/bet-panel.tsx'
import type { Bet } from '../../lib/use-bet.ts'
import { GuessPanel } from './guess-panel.tsx'
import { gainRange } from './hi-lo-gains.ts'
import type { useHiLo } from './use-hi-lo.ts'

interface HiLoPanelProps {
  bet: Bet
  table: ReturnType<typeof useHiLo>
}

/** The bet before a round, the player's moves during it. */
export function HiLoPanel({ bet, table }: HiLoPanelProps) {
  const { round, isPlaying, isLooking, start } = table
  const panel = useRef<HTMLDivElement>(null)
  const isOpen = round?.gameActive === true
  useFocusKept(panel, isOpen)
  return (
    <div ref={panel} tabIndex={-1} className="hi-lo-panel">
      {isOpen ? (
        <GuessPanel {...table} round={round} />
      ) : (
        <BetPanel bet={bet} hint={() => `Each right guess pays ${gainRange}`}>
          <BetAction bet={bet} pending={isPlaying || isLooking} onBet={start}>
            Start Game
          </BetAction>
        </BetPanel>
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
