import type { WalletInfo } from '#core/schemas/wallet.ts'
import { Button } from '../../components/button.tsx'
import { importAgain } from '../../lib/import-again.ts'
import { shortHex } from '../../lib/short-hex.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { CopyAddress } from './copy-address.tsx'
import type { Network } from './network.ts'

interface ActiveWalletProps {
  address: string
  network: Network
  info: WalletInfo
  /** Asks for the dialog that deposits from a browser wallet. */
  onPay: () => void
}

/** The address at a glance, and the way to everything about depositing. */
export function ActiveWallet(props: ActiveWalletProps) {
  const { address, network, onPay } = props
  const { Dialog, isOpen, setOpen, open } = useOnDemand(loadDepositDialog)
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <code className="hex text-lead" title={address}>
          {shortHex(address)}
        </code>
        <span className="text-small text-soft">{network.name}</span>
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="action"
          aria-haspopup="dialog"
          onClick={() => void open()}
        >
          Deposit
        </Button>
        <CopyAddress address={address} className="px-2" />
      </div>
      {Dialog && (
        <Dialog
          {...props}
          open={isOpen}
          onOpenChange={setOpen}
          onPay={() => {
            setOpen(false)
            onPay()
          }}
        />
      )}
    </div>
  )
}

async function loadDepositDialog() {
  return (await importAgain(() => import('./deposit-dialog.tsx'))).DepositDialog
}
