import { Button } from '../../../components/button.tsx'
import { WalletAddress } from '../wallet-address.tsx'
import { FaucetOffer } from './faucet-offer.tsx'
import { PayForm } from './pay-form.tsx'
import type { PayStepProps } from './pay-step-props.ts'

/** Connected, and on the house's network: what is left is to choose and send. */
export function PayStep(props: PayStepProps) {
  const { wallet, info, written } = props
  const { address, onLeave } = wallet
  const { from = address } = written
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <div className="flex items-center justify-between gap-3">
          <WalletAddress address={address} />
          <Button size="small" onClick={onLeave}>
            Change<span className="sr-only"> the wallet</span>
          </Button>
        </div>
        <p role="status" className="text-small">
          {address !== from &&
            'You switched accounts in your wallet. You pay from this one now.'}
        </p>
      </div>
      <PayForm key={address} {...props} />
      <FaucetOffer info={info} receiver={address} />
    </div>
  )
}
