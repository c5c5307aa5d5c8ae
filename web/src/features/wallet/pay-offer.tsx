import { Button } from '../../components/button.tsx'
import { useBrowserWallet } from './use-browser-wallet.ts'

/** The short way, for who has a wallet right here; nothing for all others. */
export function PayOffer({ onPay }: { onPay: () => void }) {
  if (!useBrowserWallet()) return null
  return (
    <section className="rubber-card grid gap-3 p-4">
      <p>
        A wallet in this browser, such as MetaMask? Pay from it right here. Or
        send from anywhere to the address below.
      </p>
      <Button
        variant="go"
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={onPay}
      >
        Pay from a wallet
      </Button>
    </section>
  )
}
