import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { pointsOf } from './line-cells.ts'
import './lines.css'

/** A line's shape, small. Its name stands beside it. */
export function LineDiagram({ line }: { line: number }) {
  return (
    <svg
      viewBox="0 0 5 3"
      aria-hidden="true"
      data-line={line}
      className="line-diagram"
    >
      <rect width="5" height="3" rx="0.5" className="line-window" />
      <polyline points={pointsOf(line, REEL_COUNT)} className="line-colour" />
    </svg>
  )
}
