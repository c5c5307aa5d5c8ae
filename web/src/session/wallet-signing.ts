import { createContext, useContext } from 'react'
import type { SiweProof, SiwePurpose } from '#core/api/siwe.ts'

/** A request to sign with the linked wallet, and the handler of its signature. */
export type SignRequest = {
  purpose: Exclude<SiwePurpose, 'sign-in' | 'link'>
  send: (proof: SiweProof) => Promise<unknown>
}

/** Opens the signing dialog; only the app imports wallet code. */
export const WalletSigning = createContext<(request: SignRequest) => void>(
  () => undefined,
)

export function useWalletSigning() {
  return useContext(WalletSigning)
}

let isWanted = false

/** True if a wallet gets linked after the next sign-in by name. */
export function requestLink(wish: boolean): void {
  isWanted = wish
}

/** Returns the flag, and clears it. */
export function takeLinkRequest(): boolean {
  const wasWanted = isWanted
  isWanted = false
  return wasWanted
}
