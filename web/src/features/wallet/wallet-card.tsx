import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { WalletInfo } from '#core/schemas/wallet.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ActiveWallet } from './active-wallet.tsx'
import { DepositRow } from './deposit-row.tsx'
import { GeneratePrompt } from './generate-prompt.tsx'
import { StatusChip } from './status-chip.tsx'
import { isUnderWay, useFollowedDeposit } from './use-followed-deposit.ts'
import { walletInfoQuery } from './wallet-info-query.ts'
import './wallet.css'

interface WalletCardProps {
  player: string
  /** Asks for the dialog that deposits from a browser wallet. */
  onPay: () => void
}

/** The player's deposit wallet, at the top of the account drawer. */
export function WalletCard({ player, onPay }: WalletCardProps) {
  const id = useId()
  const wallet = useQuery(walletInfoQuery(player))
  const info = wallet.data
  const isFollowed = useFollowedDeposit(info)
  return (
    <section aria-labelledby={id} className="rubber-card grid gap-3 p-4">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="text-lead">
          Deposit wallet
        </h3>
        <span role="status">{info && <StateChip info={info} />}</span>
      </div>
      {wallet.isPending && <Skeleton className="h-24" />}
      {wallet.isError && !info && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>Your wallet could not be loaded. Your coins are safe.</p>
          <Button size="small" onClick={() => void wallet.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {info && isFollowed && <LatestDeposit info={info} />}
      {info && <WalletState info={info} onPay={onPay} />}
      {info && !isFollowed && <LatestDeposit info={info} />}
    </section>
  )
}

function StateChip({ info: { network, state } }: { info: WalletInfo }) {
  if (!network || state === 'none') return null
  return state === 'active' ? (
    <StatusChip mark="check">Active</StatusChip>
  ) : (
    <StatusChip mark="dots">Activating…</StatusChip>
  )
}

interface WalletStateProps extends Pick<WalletCardProps, 'onPay'> {
  info: WalletInfo
}

function WalletState({ info, onPay }: WalletStateProps) {
  const { address, network, reason, state } = info
  if (!network) {
    return <p>{reason ?? 'This house takes no deposits.'}</p>
  }
  if (state === 'none') return reason ? <p>{reason}</p> : <GeneratePrompt />
  if (!address) {
    return (
      <div className="flex items-center gap-4">
        <Bendy mood="waiting" className="w-20 shrink-0" />
        <p className="min-w-0 flex-1">
          {`Your address is being registered on ${network.name}. ${reason ?? 'It shows here in a few seconds.'}`}
        </p>
      </div>
    )
  }
  return (
    <ActiveWallet
      address={address}
      network={network}
      info={info}
      onPay={onPay}
    />
  )
}

/** The one that matters now; the dialog lists them all. */
function LatestDeposit({ info }: { info: WalletInfo }) {
  const latest = info.deposits.find(isUnderWay) ?? info.deposits[0]
  if (!latest) {
    return info.address && <p className="text-soft">No deposits yet</p>
  }
  return (
    <ul aria-label="Latest deposit">
      <DepositRow deposit={latest} />
    </ul>
  )
}
