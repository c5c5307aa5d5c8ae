import {
  LINES,
  REEL_COUNT,
  type WinningLine,
} from '#core/games/slots/slot-reels.ts'
import { formatCoins } from '../../lib/format.ts'
import './slots.css'

/** Names of the lines, in the order of the rules. */
export const LINE_NAMES = [
  'Top Row',
  'Middle Row',
  'Bottom Row',
  'V Pattern',
  'Inverted V',
] as const

/** Above this number of lines only their shapes fit in the row. */
const MOST_NAMED = 3

/** Winning lines with their payouts. An empty list keeps its space. */
export function WinningList({ lines }: { lines: readonly WinningLine[] }) {
  const isNamed = lines.length <= MOST_NAMED
  return (
    <ul
      aria-label="Winning lines"
      // Many lines scroll on a phone, by the keyboard as well.
      tabIndex={lines.length > 0 ? 0 : undefined}
      className="winning-list"
    >
      {lines.map(({ line, matches, symbol, payout }) => (
        <li
          key={line}
          className="pop-in flex items-center gap-1 whitespace-nowrap rounded-pill bg-panel px-1.5"
        >
          <LineDiagram line={line} className="w-6" />
          <span className={isNamed ? 'max-sm:sr-only' : 'sr-only'}>
            {LINE_NAMES[line]}
          </span>
          <span>
            {matches} × {symbol}
          </span>
          <strong>{formatCoins(payout)}</strong>
        </li>
      ))}
    </ul>
  )
}

type LineDiagramProps = {
  line: number
  className?: string
}

/** A line's shape, small, beside its name. */
export function LineDiagram({ line, className = 'w-8' }: LineDiagramProps) {
  return (
    <svg
      viewBox="0 0 5 3"
      aria-hidden="true"
      className={`flex-none ${className}`}
    >
      <rect width="5" height="3" rx="0.5" className="fill-on-toy" />
      <Way line={line} stroke={getColour(line)} strokeWidth="0.5" />
    </svg>
  )
}

/** Winning lines as bands stretched over the reels. */
export function LineOverlay({ lines }: { lines: readonly WinningLine[] }) {
  return (
    <svg
      viewBox="0 0 5 3"
      aria-hidden="true"
      className="absolute inset-0 z-1 size-full"
    >
      {lines.map((won) => (
        <g key={won.line} data-line={won.line} className="line-band">
          <Way {...won} stroke="var(--color-on-toy)" strokeWidth="0.13" />
          <Way {...won} stroke={getColour(won.line)} strokeWidth="0.07" />
        </g>
      ))}
    </svg>
  )
}

type WayProps = {
  stroke: string
  strokeWidth: string
  line: number
  matches?: number
}

/** Returns a line's path through the grid, in units of a cell. */
function Way({ line, matches = REEL_COUNT, stroke, strokeWidth }: WayProps) {
  const rows = (LINES[line] ?? []).slice(0, matches)
  return (
    <polyline
      points={rows.map((row, reel) => `${reel + 0.5},${row + 0.5}`).join(' ')}
      fill="none"
      stroke={stroke}
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}

const COLOURS = ['sky', 'bubblegum', 'lime', 'tangerine', 'sun']

function getColour(line: number): string {
  return `var(--color-${COLOURS[line]})`
}
