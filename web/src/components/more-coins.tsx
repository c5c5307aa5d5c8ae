import { STARTING_BALANCE } from '#core/money/coins.ts'
import { askForAccount } from '../lib/account-request.ts'
import { useAuth } from '../lib/auth.tsx'
import { formatCoins } from '../lib/format.ts'
import { Button } from './button.tsx'

/** The ways out for who has too few coins, right where they are missed. */
export function MoreCoins({ balance }: { balance: number }) {
  const { reset } = useAuth()
  return (
    <div className="flex gap-3">
      {balance < STARTING_BALANCE && (
        <Button
          size="small"
          className="min-w-0 flex-1"
          pending={reset.isPending}
          onClick={() => reset.mutate()}
        >
          Reset to {formatCoins(STARTING_BALANCE)}
        </Button>
      )}
      <Button
        size="small"
        className="min-w-0 flex-1"
        aria-haspopup="dialog"
        onClick={askForAccount}
      >
        Deposit
      </Button>
    </div>
  )
}
