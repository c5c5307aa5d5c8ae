import { DEPOSITS } from '#core/pauses.ts'
import { Dialog } from '../components/dialog.tsx'
import { FaucetLinks } from '../components/faucet-links.tsx'
import { PauseBanner } from '../components/pause-banner.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useGamePause } from '../games/shared/game-pause.ts'
import { DepositAddress } from './deposit-address.tsx'
import { DepositAssets } from './deposit-assets.tsx'
import { DepositList } from './deposit-list.tsx'
import { DepositNotes } from './deposit-notes.tsx'
import { DepositStatus } from './deposit-status.tsx'
import { MissingDeposit } from './missing-deposit.tsx'
import { PayOffer } from './pay-offer.tsx'
import { UnreadyWallet } from './unready-wallet.tsx'
import { useFollowedDeposit } from './use-followed-deposit.ts'
import { useWalletInfo } from './use-wallet-info.ts'
import { WalletFailure } from './wallet-failure.tsx'
import './wallet.css'

interface DepositDialogProps {
  player: string
  /** Asks for the dialog that deposits from a browser wallet. */
  onPay: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Everything about depositing. Load it lazily: it brings the QR code along. */
export function DepositDialog(props: DepositDialogProps) {
  const { open, onOpenChange, ...content } = props
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Deposit BSC Tokens"
    >
      <Depositing {...content} />
    </Dialog>
  )
}

type DepositingProps = Pick<DepositDialogProps, 'player' | 'onPay'>

function Depositing({ player, onPay }: DepositingProps) {
  const wallet = useWalletInfo(player)
  const pause = useGamePause(DEPOSITS)
  const info = wallet.data
  const followed = useFollowedDeposit(info)
  if (!info) {
    return wallet.isError ? (
      <WalletFailure onRetry={() => void wallet.refetch()} />
    ) : (
      <Skeleton className="h-96" />
    )
  }
  const { address, network, assets, faucet, deposits } = info
  if (!(address && network)) return <UnreadyWallet info={info} />
  const { explorer } = network
  return (
    <>
      {pause && (
        <div className="mb-4">
          <PauseBanner
            reason={pause.reason}
            title="Deposits are paused"
            advice="What you send is safe: it brings its coins when the pause is over."
          />
        </div>
      )}
      <DepositStatus deposit={followed} />
      <div className="deposit-columns">
        <div className="grid gap-6">
          <DepositAddress address={address} explorer={explorer} />
          <PayOffer onPay={onPay} />
          <DepositNotes network={network} assets={assets} />
        </div>
        <div className="grid gap-6">
          <DepositAssets assets={assets} explorer={explorer} />
          {faucet?.kind === 'links' && <FaucetLinks links={faucet.links} />}
          <section className="grid gap-3">
            <h3 className="text-lead">Your deposits</h3>
            <DepositList deposits={deposits} />
            <MissingDeposit />
          </section>
        </div>
      </div>
    </>
  )
}
