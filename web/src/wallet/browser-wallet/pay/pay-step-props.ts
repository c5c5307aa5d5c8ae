import type { Address } from 'viem'
import type { WalletInfo } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { ReadyWallet } from '../wallet-steps.tsx'
import type { PaymentOrder } from './send-payment.ts'

/** What the player wrote, kept while wallets come and go. */
export interface Written {
  /** The first one, until another is chosen. */
  symbol?: AssetSymbol
  text: string
  /** The account that it was to come from. */
  from?: Address
}

export interface PayStepProps {
  wallet: ReadyWallet
  /** The wallet at the house, which is paid to. */
  info: WalletInfo & { address: string }
  written: Written
  onWritten: (written: Written) => void
  /** What went wrong with an account's last payment. */
  troubleOf: (from: Address) => string | undefined
  onSend: (order: PaymentOrder) => void
}
