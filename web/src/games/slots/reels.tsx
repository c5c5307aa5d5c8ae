import { useState } from 'react'
import {
  buildGrid,
  LINES,
  ROWS,
  type SlotGrid,
  type SlotSymbol,
  STRIPS,
  type WinningLine,
} from '#core/games/slots/slot-reels.ts'
import { LineOverlay } from './lines.tsx'
import './slots.css'

type ShownSpin = {
  grid: SlotGrid
  winningLines: readonly WinningLine[]
}

/** A spin, and the number of its reels that have stopped. */
export type ShownReels<S extends ShownSpin = ShownSpin> = {
  answer: S
  stopped: number
}

type ReelsProps = {
  isSpinning: boolean
  shown: ShownReels | undefined
}

/** Five reels, which stop on symbols that are already drawn. */
export function Reels({ isSpinning, shown }: ReelsProps) {
  const grid = shown?.answer.grid ?? RESTING
  const stopped = isSpinning ? (shown?.stopped ?? 0) : STRIPS.length
  const lines = isSpinning ? [] : (shown?.answer.winningLines ?? [])
  const isDim = (row: number, reel: number) =>
    lines.length > 0 &&
    !lines.some(
      ({ line, matches }) => reel < matches && LINES[line]?.[reel] === row,
    )
  return (
    <div
      role="img"
      aria-label={isSpinning ? 'The reels are spinning' : gridText(grid)}
      className="reels"
    >
      {STRIPS.map((strip, reel) => (
        // Every reel has a different strip.
        <div key={strip.join()} className="reel">
          {reel < stopped ? (
            <StoppedReel
              strip={strip}
              column={grid.flatMap((row) => row[reel] ?? [])}
              isDim={(row) => isDim(row, reel)}
            />
          ) : (
            <div className="reel-spinning">
              <Cells symbols={[...strip, ...strip.slice(0, ROWS.length)]} />
            </div>
          )}
        </div>
      ))}
      <LineOverlay lines={lines} />
    </div>
  )
}

/** Shown before the first spin; no line of it wins. */
const RESTING: SlotGrid = buildGrid((reel) => [7, 8, 1, 2, 6][reel] ?? 0)

function gridText([top, middle, bottom]: SlotGrid): string {
  return `The reels: top row ${top?.join(', ')}; middle row ${middle?.join(', ')}; bottom row ${bottom?.join(', ')}`
}

type Strip = readonly SlotSymbol[]

type StoppedReelProps = {
  strip: Strip
  /** From top to bottom. */
  column: Strip
  isDim: (row: number) => boolean
}

/** A reel's column, with the strip's symbols above and below. */
function StoppedReel({ strip, column, isDim }: StoppedReelProps) {
  const { above, below } = getNeighbours(strip, column)
  return (
    <div className="reel-stopped">
      <Cells symbols={above} />
      <Cells symbols={column} isDim={isDim} />
      <Cells symbols={below} />
    </div>
  )
}

/** Returns the symbols around a column. A jackpot, which no strip has, is among its own. */
function getNeighbours(strip: Strip, column: Strip) {
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

type CellsProps = {
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

/** A symbol's picture, or its letters if the picture does not load. */
export function SymbolImage({ symbol }: { symbol: SlotSymbol }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <span className="symbol-letters">{symbol}</span>
  return (
    <img
      src={pictures[symbol]}
      alt={symbol}
      draggable={false}
      className="size-[76%]"
      onError={() => setMissing(true)}
    />
  )
}

const pictures: Record<SlotSymbol, string> = {
  BTC: new URL('./symbols/btc.svg', import.meta.url).href,
  ETH: new URL('./symbols/eth.svg', import.meta.url).href,
  XRP: new URL('./symbols/xrp.svg', import.meta.url).href,
  DOGE: new URL('./symbols/doge.svg', import.meta.url).href,
  SOL: new URL('./symbols/sol.svg', import.meta.url).href,
}
