import { useConnectModal } from '@rainbow-me/rainbowkit'
import type { ReactNode } from 'react'
import { useConnectors } from 'wagmi'
import { Button } from '../../components/button.tsx'

interface ConnectStepProps {
  reason: string
  withoutOne: string
  otherWay?: ReactNode
  wasLost: boolean
}

export function ConnectStep(props: ConnectStepProps) {
  const { reason, withoutOne, otherWay, wasLost } = props
  const { openConnectModal } = useConnectModal()
  // Wallets that announce themselves (EIP-6963) are among them, late ones too.
  const canConnect = useConnectors().length > 0
  if (!canConnect) {
    return <NoWallet withoutOne={withoutOne} otherWay={otherWay} />
  }
  return (
    <div className="grid gap-4">
      <p role="status">
        {wasLost
          ? 'Your wallet is locked or left this site. Unlock it, then connect it again.'
          : reason}
      </p>
      <Button variant="go" size="large" onClick={() => openConnectModal?.()}>
        Connect a wallet
      </Button>
    </div>
  )
}

function NoWallet({
  withoutOne,
  otherWay,
}: Pick<ConnectStepProps, 'withoutOne' | 'otherWay'>) {
  return (
    <div className="grid gap-4">
      <p role="status">
        There is no wallet in this browser. Install one, such as MetaMask or
        Rabby, {withoutOne}
      </p>
      <Button variant="action" onClick={() => location.reload()}>
        I have installed one
      </Button>
      {otherWay}
    </div>
  )
}
