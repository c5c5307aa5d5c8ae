import type { Deposit } from '#core/api/wallet.ts'
import { amountText } from '../lib/amount-text.ts'
import { coinsText } from '../lib/format.ts'
import { statuses } from './deposit-row.tsx'
import { depositSteps } from './deposit-steps.ts'
import { StatusChip } from './status-chip.tsx'

interface DepositStatusProps {
  /** The one under way, or just ended. */
  deposit: Deposit | undefined
}

/** One line that is always there, so that nothing moves when a deposit is seen. */
export function DepositStatus({ deposit }: DepositStatusProps) {
  return (
    <p
      role="status"
      className="well mb-5 flex min-h-20 flex-wrap content-center items-center gap-x-3 sm:min-h-14 px-4 py-2"
    >
      {deposit ? (
        <>
          <StatusChip {...statuses[deposit.status]} />
          <span className="font-bold">{statusText(deposit)}</span>
        </>
      ) : (
        <span className="text-soft">Waiting for your deposit…</span>
      )}
    </p>
  )
}

function statusText(deposit: Deposit): string {
  const [, deep, end] = depositSteps(deposit)
  const amount = amountText(deposit)
  if (end.state === 'done') return `${amount} · ${coinsText(deposit.coins)}`
  return `${amount} · ${deep.state === 'current' ? deep.label : end.label}`
}
