import type { Transaction } from '#core/api/history.ts'
import {
  listDeposits,
  type OperatorDeposit,
} from '#core/api/operator/deposits.ts'
import { depositStatus } from '#core/api/wallet.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { BetGain } from '../games/shared/bet-link.tsx'
import {
  amountText,
  formatCoins,
  formatGain,
  formatRowTime,
} from '../lib/format.ts'
import { Hex, Mark, RecordLink, type Tone } from './cells.tsx'
import type { Columns } from './data-table.tsx'
import { choices, operatorList } from './list-panel.tsx'
import { ViewLink } from './views.tsx'

export const depositColumns: Columns<OperatorDeposit> = {
  Amount: (deposit) => (
    <ViewLink view="deposits" params={{ deposit: deposit.id }}>
      {assetText(deposit)}
    </ViewLink>
  ),
  Player: (deposit) => <PlayerLink {...deposit} />,
  Coins: { figure: ({ coins }) => coins },
  State: (deposit) => <DepositState {...deposit} />,
  Transaction: ({ txHash }) => <Hex hex={txHash} on="tx" />,
  Seen: ({ createdAt }) => formatRowTime(createdAt),
}

export const depositsList = operatorList({
  title: 'Deposits',
  endpoint: listDeposits,
  rows: ({ deposits }) => deposits,
  key: ({ id }) => id,
  columns: depositColumns,
  filters: {
    txHash: { label: 'Transaction hash' },
    status: {
      label: 'State',
      options: choices('All states', depositStatus.options),
    },
    asset: { label: 'Asset', options: choices('All assets', ASSET_SYMBOLS) },
  },
  empty: 'No deposits yet.',
})

type PlayerLinkProps = {
  userId: string
  username: string
}

export function PlayerLink({ userId, username }: PlayerLinkProps) {
  return (
    <ViewLink view="players" params={{ player: userId }}>
      {username}
    </ViewLink>
  )
}

const tones: Record<OperatorDeposit['status'], Tone> = {
  pending: 'waiting',
  confirmed: 'good',
  below_minimum: 'plain',
  reversed: 'bad',
  rejected: 'plain',
}

/** An amount with its asset: '5 GUMBY'. */
export function assetText({ amount, asset: cryptoType }: AssetAmount): string {
  return amountText({ amount, cryptoType })
}

type AssetAmount = Pick<OperatorDeposit, 'amount' | 'asset'>

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
