import { lazy, Suspense, useState } from 'react'
import type { WalletInfo } from '#core/schemas/wallet.ts'
import { Button } from '../../components/button.tsx'
import { CopyAddress } from './copy-address.tsx'
import type { Network } from './network.ts'
import { shortHex } from './short-hex.ts'

const DepositDialog = lazy(async () => ({
  default: (await import('./deposit-dialog.tsx')).DepositDialog,
}))

interface ActiveWalletProps {
  address: string
  network: Network
  info: Pick<WalletInfo, 'assets' | 'deposits'>
}

/** The address at a glance, and the way to everything about depositing. */
export function ActiveWallet(props: ActiveWalletProps) {
  const { address, network } = props
  // Undefined until asked for the first time: then the code is loaded.
  const [isOpen, setOpen] = useState<boolean>()
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
          onClick={() => setOpen(true)}
        >
          Deposit
        </Button>
        <CopyAddress address={address} className="px-2" />
      </div>
      <Suspense fallback={null}>
        {isOpen !== undefined && (
          <DepositDialog open={isOpen} onOpenChange={setOpen} {...props} />
        )}
      </Suspense>
    </div>
  )
}
