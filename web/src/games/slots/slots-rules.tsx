import { PAYS, slotSymbol } from '#core/games/slots/slot-reels.ts'
import { SMALLEST_BET } from '#core/money/bet-limits.ts'
import { coinsText } from '../../lib/format.ts'
import { AutobetRules } from '../shared/autobet/autobet-rules.tsx'
import { LINE_NAMES } from './line-cells.ts'
import { LineDiagram } from './line-diagram.tsx'
import { SymbolImage } from './symbol-image.tsx'

/** What the lines pay and how the jackpot is hit, one tap away. */
export function SlotsRules() {
  return (
    <div className="slots-rules grid gap-3">
      <p>
        A line wins with three or more of a symbol from the left. It pays this
        many times your bet:
      </p>
      <PayTable />
      <ul aria-label="The five lines" className="grid grid-cols-2 gap-2">
        {LINE_NAMES.map((name, line) => (
          <li key={name} className="flex items-center gap-2">
            <LineDiagram line={line} />
            {name}
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt>Return of the lines</dt>
        <dd className="font-bold text-text">95 %</dd>
        <dt>Smallest bet</dt>
        <dd className="font-bold text-text">{coinsText(SMALLEST_BET)}</dd>
      </dl>
      <p>
        <strong>Jackpot:</strong> each spin draws one of a million tickets. For
        every coin of your bet, up to 10,000, one of them fills all slots with
        Bitcoin symbols and pays the whole pot. 1 % of every bet goes into the
        pot; after a hit it starts again at 10,000. Above 50,000 a spin returns
        more than it costs, on average.
      </p>
      <AutobetRules />
      <p>
        Keys: <kbd>Space</kbd> or <kbd>Enter</kbd> spins; the same and{' '}
        <kbd>Esc</kbd> skip to the result. The menu has a switch that turns them
        off.
      </p>
    </div>
  )
}

/** How many from the left pay. */
const MATCHES = [3, 4, 5] as const

function PayTable() {
  return (
    <table className="pay-table">
      <thead>
        <tr>
          <th scope="col">Symbol</th>
          {MATCHES.map((matches) => (
            <th key={matches} scope="col">
              {matches} in a row
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slotSymbol.options.map((symbol) => (
          <tr key={symbol}>
            <th scope="row">
              <span className="pay-symbol" aria-hidden="true">
                <SymbolImage symbol={symbol} />
              </span>
              {symbol}
            </th>
            {MATCHES.map((matches) => (
              <td key={matches}>{PAYS[symbol][matches - 1]} ×</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
