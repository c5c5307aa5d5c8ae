import type { Transaction } from '#core/api/history.ts'
import { BetGain } from '../games/shared/bet-link.tsx'
import { formatCoins, formatGain, formatRowTime } from '../lib/format.ts'
import { RecordLink } from './cells.tsx'
import type { Columns } from './data-table.tsx'

/** A player's coins, transaction by transaction, each bet with its record. */
export const transactionColumns: Columns<Transaction> = {
  'No.': ({ seq, type, gameType }) =>
    `${formatCoins(seq)} · ${gameType ? `${gameType}, ${type}` : type}`,
  Time: ({ timestamp }) => formatRowTime(timestamp),
  Coins: { figure: ({ amount }) => formatGain(amount) },
  Result: {
    figure: ({ type, settlement }) =>
      type === 'bet' && <BetGain settlement={settlement} />,
  },
  Balance: { figure: ({ balanceAfter }) => balanceAfter },
  Record: {
    tools: ({ type, id, seq }) =>
      type === 'bet' && (
        <RecordLink id={id} label={`Record of no. ${formatCoins(seq)}`} />
      ),
  },
}
