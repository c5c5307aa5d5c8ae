import { Button } from '../components/button.tsx'
import { useBrowserWallet } from './use-browser-wallet.ts'

/** Offers to pay from a wallet in this browser, where there is one. */
export function PayOffer({ onPay }: { onPay: () => void }) {
  if (!useBrowserWallet()) return null
  return (
    <section className="rubber-card grid gap-3 p-4">
      <p>
        Do you have a wallet in this browser, such as MetaMask? Then pay from it
        right here.
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
