import { getWalletSite } from '../features/browser-wallet/wallet-site.ts'
import { importAgain } from '../lib/import-again.ts'

interface PayFromWalletProps {
  player: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Asks for the deposit dialog instead. */
  onUseAddress: () => void
}

/** Wallet code comes when it is asked for, and never to who needs none. */
export async function loadPayFromWallet() {
  const [{ PayFromWallet }, site] = await Promise.all([
    importAgain(() => import('./pay-from-wallet.tsx')),
    getWalletSite(),
  ])
  return (props: PayFromWalletProps) => <PayFromWallet site={site} {...props} />
}
