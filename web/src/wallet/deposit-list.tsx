import type { Deposit } from '#core/api/wallet.ts'
import { Bendy } from '../components/bendy.tsx'
import { DepositRow } from './deposit-row.tsx'

interface DepositListProps {
  deposits: readonly Deposit[]
}

/** Every deposit, newest first. */
export function DepositList({ deposits }: DepositListProps) {
  if (deposits.length === 0) {
    return (
      <div className="well grid place-items-center gap-2 p-6 text-center">
        <Bendy mood="waiting" className="w-24" />
        <p className="font-display font-medium text-lead">No deposits yet</p>
        <p className="text-soft">
          Send something to your address: it shows up here within seconds.
        </p>
      </div>
    )
  }
  return (
    <ul className="grid gap-3">
      {deposits.map((deposit) => (
        <DepositRow key={deposit.id} deposit={deposit} />
      ))}
    </ul>
  )
}
