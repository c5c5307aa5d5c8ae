import { LINES, type WinningLine } from '#core/games/slots/slot-reels.ts'

/** The lines as players know them, in the order of the rules. */
export const LINE_NAMES = [
  'Top Row',
  'Middle Row',
  'Bottom Row',
  'V Pattern',
  'Inverted V',
] as const

/** Whether a cell is one of those that a line won with. */
export function isOnLine(
  { line, matches }: WinningLine,
  row: number,
  reel: number,
): boolean {
  return reel < matches && LINES[line]?.[reel] === row
}

/** A line's way from cell to cell, where a cell is one by one. */
export function pointsOf(line: number, length: number): string {
  return (LINES[line] ?? [])
    .slice(0, length)
    .map((row, reel) => `${reel + 0.5},${row + 0.5}`)
    .join(' ')
}
