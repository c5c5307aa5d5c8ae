import { createContext, useContext } from 'react'
import type { SiweProof, SiwePurpose } from '#core/schemas/siwe.ts'

/** What the linked wallet is asked to confirm, and where its signature goes. */
export interface SignRequest {
  purpose: Exclude<SiwePurpose, 'sign-in' | 'link'>
  send: (proof: SiweProof) => Promise<unknown>
}

/** Opens the dialog in which a wallet signs; only the app knows wallets. */
export const WalletSigning = createContext<(request: SignRequest) => void>(
  () => undefined,
)

export function useWalletSigning() {
  return useContext(WalletSigning)
}
