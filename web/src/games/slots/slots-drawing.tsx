import type { Round } from '#core/fairness/round.ts'
import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { slots } from '#core/games/slots/slots.ts'
import { Reels } from './reels.tsx'
import { WinningList } from './winning-list.tsx'
import './slots-drawing.css'

/** A finished spin, still: what the reels stopped on, and the lines that won. */
export function SlotsDrawing({ round }: { round: Round }) {
  const { grid, winningLines } = slots.outcome.parse(round.outcome)
  const answer = { grid, winningLines }
  return (
    <div className="slots-drawing">
      <Reels isSpinning={false} shown={{ answer, stopped: REEL_COUNT }} />
      {winningLines.length > 0 && <WinningList lines={winningLines} />}
    </div>
  )
}
