import { Link } from 'react-router-dom'
import {
  listDeposits,
  listUnattributed,
  type OperatorDeposit,
} from '#core/api/operator/deposits.ts'
import { depositStatus } from '#core/api/wallet.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { amountText } from '../../lib/amount-text.ts'
import { formatCoins, formatRowTime } from '../../lib/format.ts'
import type { Column } from '../frame/data-table.tsx'
import { Hex } from '../frame/hex.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { viewLink } from '../frame/views.ts'
import { choices, operatorList } from '../operator-api.ts'

const tones: Record<OperatorDeposit['status'], Tone> = {
  pending: 'waiting',
  confirmed: 'good',
  below_minimum: 'plain',
  reversed: 'bad',
  rejected: 'plain',
}

const table = {
  rows: ({ deposits }: { deposits: OperatorDeposit[] }) => deposits,
  key: ({ id }: OperatorDeposit) => id,
  columns: [
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
      cell: ({ txHash }) => (txHash ? <Hex hex={txHash} on="tx" /> : 'none'),
    },
    { name: 'Seen', cell: ({ createdAt }) => formatRowTime(createdAt) },
  ] satisfies Column<OperatorDeposit>[],
}

export const depositsList = operatorList({
  ...table,
  title: 'Deposits',
  endpoint: listDeposits,
  filters: [
    { param: 'txHash', label: 'Transaction hash' },
    {
      param: 'status',
      label: 'State',
      options: choices('All states', depositStatus.options),
    },
    {
      param: 'asset',
      label: 'Asset',
      options: choices('All assets', ASSET_SYMBOLS),
    },
  ],
  empty: 'No deposits yet.',
})

export const unattributedList = operatorList({
  ...table,
  title: 'Unattributed',
  endpoint: listUnattributed,
  empty: 'Every deposit has a matching transaction.',
})

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
