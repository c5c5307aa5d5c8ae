import { ROWS, type SlotSymbol } from '#core/games/slots/slot-reels.ts'
import { SymbolImage } from './symbol-image.tsx'

type Strip = readonly SlotSymbol[]

/** All of a reel's strip going by, again and again. */
export function SpinningReel({ strip }: { strip: Strip }) {
  return (
    <div className="reel">
      <div className="reel-strip reel-spinning">
        <Cells symbols={[...strip, ...strip.slice(0, ROWS.length)]} />
      </div>
    </div>
  )
}

interface StoppedReelProps {
  strip: Strip
  /** What it stopped on, from top to bottom. */
  column: Strip
  isDim: (row: number) => boolean
}

/** What a reel stopped on, with what its strip carries above and below. */
export function StoppedReel({ strip, column, isDim }: StoppedReelProps) {
  const { above, below } = neighboursOf(strip, column)
  return (
    <div className="reel">
      <div className="reel-strip reel-stopped">
        <Cells symbols={above} />
        <Cells symbols={column} isDim={isDim} />
        <Cells symbols={below} />
      </div>
    </div>
  )
}

interface CellsProps {
  symbols: Strip
  isDim?: (row: number) => boolean
}

function Cells({ symbols, isDim }: CellsProps) {
  return symbols.map((symbol, place) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
      key={place}
      className="reel-cell"
      data-dim={isDim?.(place) || undefined}
    >
      <SymbolImage symbol={symbol} />
    </div>
  ))
}

/** A jackpot stands on no strip: it is among its own. */
function neighboursOf(strip: Strip, column: Strip) {
  const endless = [...strip, ...strip, ...strip]
  const stop = strip.findIndex((_, at) =>
    column.every((symbol, row) => endless[at + row] === symbol),
  )
  if (stop === -1) return { above: column.slice(0, 1), below: column }
  const top = stop + strip.length
  const end = top + column.length
  return {
    above: endless.slice(top - 1, top),
    below: endless.slice(end, end + column.length),
  }
}
