import { useSwitchChain } from 'wagmi'
import type { SiweSite } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { walletTrouble } from './wallet-trouble.ts'

interface SwitchStepProps {
  network: SiweSite['network']
  onLeave: () => void
}

/** Shown while the wallet is on another network than the casino. */
export function SwitchStep({ network, onLeave }: SwitchStepProps) {
  const { chainId, name } = network
  const { switchChain, isPending, error } = useSwitchChain()
  return (
    <div className="grid gap-4">
      <p role="status">
        Your wallet is on another network. We play on {name} (chain {chainId}).
      </p>
      {error && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {walletTrouble(error)}
        </p>
      )}
      <Button
        variant="go"
        size="large"
        pending={isPending}
        onClick={() => switchChain({ chainId })}
      >
        {isPending ? 'Look at your wallet…' : 'Switch network'}
      </Button>
      <Button onClick={onLeave}>Use another wallet</Button>
    </div>
  )
}
