import { DEPOSITS } from '#core/deposits/deposits-pause.ts'
import type { WalletInfo } from '#core/schemas/wallet.ts'
import { Dialog } from '../../components/dialog.tsx'
import { FaucetLinks } from '../../components/faucet-links.tsx'
import { PauseBanner } from '../../components/pause-banner.tsx'
import { useGamePause } from '../../domain/play/game-pause.ts'
import { DepositAddress } from './deposit-address.tsx'
import { DepositAssets } from './deposit-assets.tsx'
import { DepositList } from './deposit-list.tsx'
import { DepositNotes } from './deposit-notes.tsx'
import { MissingDeposit } from './missing-deposit.tsx'
import type { Network } from './network.ts'
import { PayOffer } from './pay-offer.tsx'
import { useFollowedDeposit } from './use-followed-deposit.ts'

interface DepositDialogProps {
  address: string
  network: Network
  info: WalletInfo
  onPay: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Everything about depositing. Load it lazily: it brings the QR code along. */
export function DepositDialog(props: DepositDialogProps) {
  const { address, network, info, open, onOpenChange, onPay } = props
  const { explorer } = network
  const isFollowed = useFollowedDeposit(info)
  const pause = useGamePause(DEPOSITS)
  const deposits = (
    <section className="grid gap-3">
      <h3 className="text-lead">Your deposits</h3>
      <MissingDeposit />
      <DepositList deposits={info.deposits} />
    </section>
  )
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Deposit BSC Tokens"
    >
      {pause && (
        <PauseBanner
          {...pause}
          title="Deposits are paused"
          advice="What you send is safe: it brings its coins when the pause is over."
        />
      )}
      <div className="deposit-columns">
        <div className="grid gap-6">
          {isFollowed && deposits}
          <PayOffer onPay={onPay} />
          <DepositAddress address={address} explorer={explorer} />
          <DepositNotes network={network} assets={info.assets} />
        </div>
        <div className="grid gap-6">
          <DepositAssets assets={info.assets} explorer={explorer} />
          {info.faucet?.kind === 'links' && (
            <FaucetLinks links={info.faucet.links} />
          )}
          {!isFollowed && deposits}
        </div>
      </div>
    </Dialog>
  )
}
