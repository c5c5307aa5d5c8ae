import type { SlotAnswer } from '#core/games/slots/slot-answer.ts'
import {
  gridAt,
  type SlotGrid,
  type SlotSymbol,
  STRIPS,
} from '#core/games/slots/slot-reels.ts'
import { isOnLine } from './line-cells.ts'
import { LineOverlay } from './line-overlay.tsx'
import { SpinningReel, StoppedReel } from './reel.tsx'
import './reels.css'

interface ReelsProps {
  isSpinning: boolean
  shown: ShownReels | undefined
}

/** What the reels show, and how many of them have stopped. */
interface ShownReels {
  answer: Pick<SlotAnswer, 'grid' | 'winningLines'>
  stopped: number
}

/** Five reels behind one window. They stop on what was drawn; they decide nothing. */
export function Reels({ isSpinning, shown }: ReelsProps) {
  const grid = shown?.answer.grid ?? RESTING
  const stopped = isSpinning ? (shown?.stopped ?? 0) : STRIPS.length
  const lines = isSpinning ? [] : (shown?.answer.winningLines ?? [])
  const isDim = (row: number, reel: number) =>
    lines.length > 0 && !lines.some((line) => isOnLine(line, row, reel))
  return (
    <div
      role="img"
      aria-label={isSpinning ? 'The reels are spinning' : gridText(grid)}
      className="reels"
    >
      {STRIPS.map((strip, reel) => {
        const column = grid.flatMap((row) => row[reel] ?? [])
        return reel < stopped ? (
          <StoppedReel
            key={nameOf(strip)}
            strip={strip}
            column={column}
            isDim={(row) => isDim(row, reel)}
          />
        ) : (
          <SpinningReel key={nameOf(strip)} strip={strip} />
        )
      })}
      <LineOverlay lines={lines} />
    </div>
  )
}

/** What stands in the window before anything was spun: no line of it wins. */
const RESTING: SlotGrid = gridAt((reel) => [7, 8, 1, 2, 6][reel] ?? 0)

/** No two reels carry the same strip. */
function nameOf(strip: readonly SlotSymbol[]): string {
  return strip.join()
}

function gridText([top, middle, bottom]: SlotGrid): string {
  return `The reels: top row ${top?.join(', ')}; middle row ${middle?.join(', ')}; bottom row ${bottom?.join(', ')}`
}
