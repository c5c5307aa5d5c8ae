import type { WinningLine } from '#core/games/slots/slot-reels.ts'
import { formatCoins } from '../../lib/format.ts'
import { LINE_NAMES } from './line-cells.ts'
import { LineDiagram } from './line-diagram.tsx'

/** More lines than these are told by their pictures: there is one row for all. */
const MOST_NAMED = 3

/** Which lines won, and with what. Its place is kept while it is empty. */
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
        <li key={line} className="pop-in">
          <LineDiagram line={line} />
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
