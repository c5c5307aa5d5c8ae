import type { WalletInfo } from '#core/schemas/wallet.ts'
import { Button } from '../../components/button.tsx'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { CopyAddress } from './copy-address.tsx'
import type { Network } from './network.ts'
import { shortHex } from './short-hex.ts'

interface ActiveWalletProps {
  address: string
  network: Network
  info: Pick<WalletInfo, 'assets' | 'deposits'>
}

/** The address at a glance, and the way to everything about depositing. */
export function ActiveWallet(props: ActiveWalletProps) {
  const { address, network } = props
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
      {Dialog && <Dialog open={isOpen} onOpenChange={setOpen} {...props} />}
    </div>
  )
}

async function loadDepositDialog() {
  return (await import('./deposit-dialog.tsx')).DepositDialog
}
