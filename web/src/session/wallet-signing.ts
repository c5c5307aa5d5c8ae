import { createContext, useContext } from 'react'
import type { SiweProof, SiwePurpose } from '#core/api/siwe.ts'

/**
 * A request to sign with the linked wallet, and the handler of its signature.
 */
export interface SignRequest {
  purpose: Exclude<SiwePurpose, 'sign-in' | 'link'>
  send: (proof: SiweProof) => Promise<unknown>
}

/** Opens the signing dialog; wallet code is in the app only. */
export const WalletSigning = createContext<(request: SignRequest) => void>(
  () => undefined,
)

export function useWalletSigning() {
  return useContext(WalletSigning)
}

let isWanted = false

/** Whether a wallet is to be linked once its owner has signed in by name. */
export function requestLink(wish: boolean): void {
  isWanted = wish
}

/** @returns the wish, which is granted with that. */
export function takeLinkRequest(): boolean {
  const wasWanted = isWanted
  isWanted = false
  return wasWanted
}
