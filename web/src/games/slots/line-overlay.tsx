import type { WinningLine } from '#core/games/slots/slot-reels.ts'
import { pointsOf } from './line-cells.ts'

/** The winning lines as bands stretched over the reels. */
export function LineOverlay({ lines }: { lines: readonly WinningLine[] }) {
  return (
    <svg viewBox="0 0 5 3" aria-hidden="true" className="line-overlay">
      {lines.map(({ line, matches }) => (
        <g key={line} data-line={line} className="line-band">
          <polyline points={pointsOf(line, matches)} className="line-ink" />
          <polyline points={pointsOf(line, matches)} className="line-colour" />
        </g>
      ))}
    </svg>
  )
}
