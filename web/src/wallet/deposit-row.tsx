import type { Deposit, DepositStatus } from '#core/api/wallet.ts'
import { NETWORKS } from '#core/chain/networks.ts'
import { CoinAmount } from '../components/coin-amount.tsx'
import { OutsideLink } from '../components/outside-link.tsx'
import { amountText } from '../lib/amount-text.ts'
import { formatDay } from '../lib/format.ts'
import { shortHex } from '../lib/short-hex.ts'
import { DepositTimeline } from './deposit-timeline.tsx'
import { StatusChip } from './status-chip.tsx'

/** One payment: how much, how it stands, and what became of it when. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const { chainId, status, coins, createdAt, reason, txHash } = deposit
  const { explorer } = NETWORKS[chainId]
  return (
    <li className="deposit-row">
      <div className="flex items-center justify-between gap-3">
        <strong className="wrap-anywhere font-display font-semibold text-lead">
          {amountText(deposit)}
        </strong>
        <StatusChip {...statuses[status]} />
      </div>
      <div className="flex items-center justify-between gap-3 text-small text-soft">
        <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        {coins > 0 && (
          <span className="flex gap-1 text-sun-text">
            <CoinAmount amount={coins} /> coins
          </span>
        )}
      </div>
      <DepositTimeline deposit={deposit} />
      {reason && <p className="text-small">{reason}</p>}
      {txHash && (
        <p className="text-small text-soft">
          {explorer ? (
            <OutsideLink href={`${explorer}/tx/${txHash}`}>
              {`Transaction ${shortHex(txHash)}`}
            </OutsideLink>
          ) : (
            <>
              Transaction{' '}
              <code className="hex" title={txHash}>
                {shortHex(txHash)}
              </code>
            </>
          )}
        </p>
      )}
    </li>
  )
}

const pending = { mark: 'dots', children: 'Pending' } as const
const confirmed = { mark: 'check', children: 'Confirmed' } as const
const failed = { mark: 'cross', children: 'Failed' } as const

export const statuses = {
  pending,
  confirmed,
  below_minimum: failed,
  rejected: failed,
  reversed: failed,
} as const satisfies Record<DepositStatus, object>
