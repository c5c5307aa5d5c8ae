import type { Round } from '#core/fairness/round.ts'
import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { slots } from '#core/games/slots/slots.ts'
import { WinningList } from './lines.tsx'
import { Reels } from './reels.tsx'

/** A finished spin without motion: the reels and the lines that won. */
export function Drawing({ round }: { round: Round }) {
  const answer = slots.outcome.parse(round.outcome)
  const { winningLines } = answer
  return (
    <div className="@container grid justify-items-center gap-3 [--cell:min(16cqw,4.5rem)] [--frame:9px] [--watcher:0rem]">
      <Reels isSpinning={false} shown={{ answer, stopped: REEL_COUNT }} />
      {winningLines.length > 0 && <WinningList lines={winningLines} />}
    </div>
  )
}
