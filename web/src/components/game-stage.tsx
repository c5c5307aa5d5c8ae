import type { ReactNode } from 'react'
import { useMedia } from '../lib/media.ts'
import { QuietRegion, Region } from './region.tsx'

type GameStageProps = {
  title: string
  /** The game itself: reels, cards, the coin. */
  children: ReactNode
  panel: ReactNode
  /** One line about the last round; its space is reserved while it is empty. */
  result?: ReactNode
  /** True if results come too fast to be read out. */
  isQuiet?: boolean
  /** The fairness shield. */
  shield?: ReactNode
  /** Explains the shield once. */
  hint?: ReactNode
  /** Rules, pay table and return: open where there is room, else one tap away. */
  rules?: ReactNode
}

/** Every game's screen: stage, result and shield at its foot, bet panel aside. */
export function GameStage(props: GameStageProps) {
  const { title, children, panel, result, isQuiet, shield, hint, rules } = props
  const isWide = useMedia('(min-width: 60rem)')
  return (
    <section aria-label={title} className="game-stage">
      <div className="rubber-card flex min-w-0 flex-col overflow-hidden">
        <div className="game-stage-floor">
          <Region name="The game">{children}</Region>
        </div>
        <div className="game-stage-foot flex items-center justify-between gap-4 border-outline border-t-3 bg-panel px-4 max-[22rem]:gap-2 max-[22rem]:px-2">
          <div
            role="status"
            aria-live={isQuiet ? 'off' : 'polite'}
            className="min-w-0 font-display text-lead font-semibold"
          >
            <QuietRegion>{result}</QuietRegion>
          </div>
          <div className="shrink-0">
            <QuietRegion>{shield}</QuietRegion>
          </div>
        </div>
      </div>
      <div className="game-stage-side">
        <div className="game-stage-panel">
          <Region name="The bet panel">{panel}</Region>
        </div>
        <QuietRegion>{hint}</QuietRegion>
        {rules && (
          <details open={isWide} className="rubber-card p-4">
            <summary className="cursor-pointer font-display font-medium">
              Rules and return
            </summary>
            <div className="mt-3 text-small text-soft">{rules}</div>
          </details>
        )}
      </div>
    </section>
  )
}
