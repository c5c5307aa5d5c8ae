import { useId } from 'react'
import type { WalletInfo } from '#core/api/wallet.ts'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { shortHex } from '../lib/format.ts'
import { CopyAddress } from './copy-address.tsx'
import { DepositRow, StatusChip, useFollowedDeposit } from './deposit-list.tsx'
import { UnreadyWallet, WalletFailure } from './unready-wallet.tsx'
import { useWallet } from './wallet-query.ts'

type WalletCardProps = {
  player: string
  /** Opens the deposit dialog. */
  onDeposit: () => void
}

/** The player's deposit wallet, at the top of the account drawer. */
export function WalletCard({ player, onDeposit }: WalletCardProps) {
  const id = useId()
  const wallet = useWallet(player)
  const info = wallet.data
  const followed = useFollowedDeposit(info)
  return (
    <section aria-labelledby={id} className="rubber-card grid gap-3 p-4">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="text-lead">
          Deposit wallet
        </h3>
        <span role="status">{info && <StateChip info={info} />}</span>
      </div>
      {wallet.isPending && <Skeleton className="h-12" />}
      {wallet.isError && !info && <WalletFailure onRetry={wallet.refetch} />}
      {info && !info.address && <UnreadyWallet info={info} />}
      {info?.address && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
          <code className="hex" title={info.address}>
            {shortHex(info.address)}
          </code>
          <CopyAddress address={info.address} size="small" />
          <Button
            variant="action"
            size="small"
            className="grow sm:grow-0 sm:ms-auto"
            aria-haspopup="dialog"
            onClick={onDeposit}
          >
            Deposit
          </Button>
        </div>
      )}
      {followed && (
        <ul aria-label="Latest deposit">
          <DepositRow deposit={followed} />
        </ul>
      )}
    </section>
  )
}

function StateChip({ info: { network, state } }: { info: WalletInfo }) {
  if (!network || state === 'none') return null
  return state === 'active' ? (
    <StatusChip mark="check" text="Active" />
  ) : (
    <StatusChip mark="dots" text="Activating…" />
  )
}
