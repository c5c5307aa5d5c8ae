import type { SlotAnswer } from '#core/games/slots/slot-answer.ts'
import { PAYS, slotSymbol } from '#core/games/slots/slot-reels.ts'
import { coinsText, paidText } from '../../lib/format.ts'
import { AutobetRules } from '../shared/autobet/autobet-panel.tsx'
import { KeyRules, RuleFacts } from '../shared/game-table.tsx'
import { ResultLine } from '../shared/round-result.tsx'
import { LINE_NAMES, LineDiagram } from './lines.tsx'
import { SymbolImage } from './reels.tsx'

/** The line under the reels. */
export function SlotsResult({ spin }: { spin: SlotAnswer | undefined }) {
  if (!spin) return <ResultLine tone="invitation">Give it a spin!</ResultLine>
  const { transactionId, jackpotWin, payout, betAmount } = spin
  const outcome =
    payout > 0
      ? paidText(betAmount, payout)
      : `No winning line. You lost ${coinsText(betAmount)}`
  return (
    <ResultLine
      key={transactionId}
      tone={payout > betAmount ? 'win' : undefined}
    >
      {`${jackpotWin > 0 ? 'Jackpot! ' : ''}${outcome}`}
    </ResultLine>
  )
}

/** Payouts of the lines, the jackpot and the keys. */
export function SlotsRules() {
  return (
    <div className="grid gap-3">
      <p>
        A line wins with three or more of the same symbol from the left. It pays
        this many times your bet:
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
      <RuleFacts facts={[['Return from lines', '95 %']]} />
      <p>
        <strong>Jackpot:</strong> each spin draws one of a million tickets.
        Every coin you bet, up to 10,000, makes one more of them a winner, which
        fills all slots with Bitcoin symbols and pays the whole pot. 1 % of
        every bet goes into the pot, which restarts at 10,000 after a hit. Above
        50,000, a spin returns more than it costs on average.
      </p>
      <AutobetRules />
      <KeyRules>
        <kbd>Space</kbd> or <kbd>Enter</kbd> spins; those two and <kbd>Esc</kbd>{' '}
        skip to the result.
      </KeyRules>
    </div>
  )
}

/** Numbers of equal symbols from the left that pay. */
const MATCHES = [3, 4, 5] as const

function PayTable() {
  return (
    <table className="w-full text-center">
      <thead>
        <tr>
          <th scope="col" className="text-start">
            Symbol
          </th>
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
            <th scope="row" className="flex items-center gap-2 text-start">
              <span
                aria-hidden="true"
                className="grid size-8 place-items-center rounded-[10px] bg-cream"
              >
                <SymbolImage symbol={symbol} />
              </span>
              {symbol}
            </th>
            {MATCHES.map((matches) => (
              <td key={matches} className="font-bold text-text">
                {PAYS[symbol][matches - 1]} ×
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
