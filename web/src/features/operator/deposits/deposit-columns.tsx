import { Link } from 'react-router-dom'
import type { OperatorDeposit } from '#core/schemas/operator/deposits.ts'
import { amountText } from '../../../lib/amount-text.ts'
import { formatCoins, formatRowTime } from '../../../lib/format.ts'
import { shortHex } from '../../../lib/short-hex.ts'
import type { Column } from '../frame/data-table.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { viewLink } from '../frame/views.ts'

const tones: Record<OperatorDeposit['status'], Tone> = {
  pending: 'waiting',
  confirmed: 'good',
  below_minimum: 'plain',
  reversed: 'bad',
  rejected: 'plain',
}

export const depositColumns: readonly Column<OperatorDeposit>[] = [
  {
    name: 'Amount',
    cell: ({ id, amount, asset: cryptoType }) => (
      <Link to={viewLink('deposits', { deposit: id })} className="op-name">
        {amountText({ amount, cryptoType })}
      </Link>
    ),
  },
  {
    name: 'Player',
    cell: ({ userId, username }) => (
      <Link to={viewLink('players', { player: userId })} className="op-name">
        {username}
      </Link>
    ),
  },
  { name: 'Coins', isNumber: true, cell: ({ coins }) => formatCoins(coins) },
  {
    name: 'State',
    cell: (deposit) => <DepositState {...deposit} />,
  },
  {
    name: 'Transaction',
    cell: ({ txHash }) => (txHash ? <code>{shortHex(txHash)}</code> : 'none'),
  },
  { name: 'Seen', cell: ({ createdAt }) => formatRowTime(createdAt) },
]

export function DepositState(deposit: OperatorDeposit) {
  const { status, confirmations, isDecidable } = deposit
  if (isDecidable) return <Mark tone="warning">to decide</Mark>
  const text = status.replace('_', ' ')
  return (
    <Mark tone={tones[status]}>
      {status === 'pending' ? `${text}, ${confirmations} blocks` : text}
    </Mark>
  )
}
