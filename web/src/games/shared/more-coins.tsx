import { STARTING_BALANCE } from '#core/money/coins.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatCoins } from '../../lib/format.ts'
import { askForAccount } from '../../session/account-request.ts'
import { useAuth } from '../../session/auth.tsx'

/**
 * The ways out for who has too few coins, right where they are missed. On
 * phones they are for those without any: others have Max beside the amount,
 * and a panel that grew would cover the last result.
 */
export function MoreCoins({ balance }: { balance: number }) {
  const { reset } = useAuth()
  return (
    <div
      className={classNames('flex gap-3', balance > 0 && 'max-[60rem]:hidden')}
    >
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
