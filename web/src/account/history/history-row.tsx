import type { Transaction } from '#core/api/history.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import {
  formatCoins,
  formatGain,
  formatMultiple,
  formatRowTime,
  formatTime,
} from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { betOf, type HistoryRow } from './history-rows.ts'
import { typeLabels } from './type-labels.ts'

/** A bet with its stake, multiplier and proof, or another transaction. */
export function HistoryTableRow({ row }: { row: HistoryRow }) {
  const { first, gain, balance } = row
  const balanceText = balance === undefined ? '–' : formatCoins(balance)
  const [stake, multiple] = first.type === 'bet' ? betTexts(row) : ['', '']
  const bet = betOf(first)
  return (
    <tr>
      <th scope="row">
        <span className="font-display">{titleOf(first)}</span>
        {stake && (
          <span className="text-small sm:hidden">{` ${stake}\u00a0·\u00a0${multiple}`}</span>
        )}
        <time dateTime={first.timestamp} className="history-note">
          {formatRowTime(first.timestamp)}
        </time>
      </th>
      <td className="max-sm:hidden">{stake}</td>
      <td className="max-sm:hidden">{multiple}</td>
      <td>
        <span
          className={classNames('font-display font-semibold', colourOf(row))}
        >
          {formatGain(gain)}
        </span>
        <span className="history-note sm:hidden">Balance {balanceText}</span>
      </td>
      <td className="max-sm:hidden">{balanceText}</td>
      <td>{bet && <Proof bet={bet} of={first} />}</td>
    </tr>
  )
}

function Proof({ bet, of }: { bet: string; of: Transaction }) {
  return (
    <a
      href={pagePath(`/verify/${bet}`)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Proof of ${titleOf(of)}, ${formatTime(of.timestamp)}`}
      className="text-link inline-flex min-h-11 items-center gap-2 px-2"
    >
      <ShieldIcon mark="none" className="text-sky" />
      <span className="max-sm:sr-only">Proof</span>
    </a>
  )
}

/** Returns the stake, and what came back of each coin of it. */
function betTexts({ first, isPaidLater }: HistoryRow): [string, string] {
  const { amount, settlement } = first
  if (!settlement) return [formatCoins(-amount), 'Open']
  return [
    formatCoins(settlement.stake),
    isPaidLater ? 'Paid later' : formatMultiple(settlement),
  ]
}

function colourOf({ first, gain }: HistoryRow): string {
  if (first.settlement === null) return 'text-sky-text'
  if (gain === 0) return 'text-soft'
  return gain > 0 ? 'text-lime-text' : 'text-bubblegum-text'
}

function titleOf({ type, gameType }: Transaction): string {
  const label = typeLabels[type]
  if (!gameType) return label
  return type === 'bet' ? gameType : `${gameType} · ${label.toLowerCase()}`
}
