import { readSiweSite } from '#core/api/siwe.ts'
import { call } from '../lib/call.ts'
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
    call(readSiweSite),
  ])
  return (props: PayFromWalletProps) => <PayFromWallet site={site} {...props} />
}
