import type { Transaction } from '#core/api/history.ts'
import { BetGain } from '../../games/shared/bet-link.tsx'
import { formatCoins, formatGain, formatRowTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import type { Column } from '../frame/data-table.tsx'

/** A player's coins, transaction by transaction, each bet with its record. */
export const transactionColumns: readonly Column<Transaction>[] = [
  {
    name: 'No.',
    cell: ({ seq, type, gameType }) =>
      `${formatCoins(seq)} · ${gameType ? `${gameType}, ${type}` : type}`,
  },
  { name: 'Time', cell: ({ timestamp }) => formatRowTime(timestamp) },
  { name: 'Coins', isNumber: true, cell: ({ amount }) => formatGain(amount) },
  {
    name: 'Result',
    isNumber: true,
    cell: (row) =>
      row.type === 'bet' ? <BetGain settlement={row.settlement} /> : '',
  },
  {
    name: 'Balance',
    isNumber: true,
    cell: ({ balanceAfter }) => formatCoins(balanceAfter),
  },
  {
    name: 'Record',
    isTools: true,
    cell: ({ type, id, seq }) =>
      type === 'bet' && (
        <a
          href={pagePath(`/verify/${id}`)}
          target="_blank"
          rel="noreferrer"
          className="op-link"
          aria-label={`Record of no. ${formatCoins(seq)}`}
        >
          Record
        </a>
      ),
  },
]
