import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { useConfig, useSignMessage } from 'wagmi'
import { getAccount } from 'wagmi/actions'
import type { SiweProof, SiwePurpose } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { AccountSwitched, signedProof } from './prove-wallet.ts'
import { PURPOSES } from './purpose.ts'
import { WalletAddress } from './wallet-address.tsx'
import type { ReadyWallet } from './wallet-steps.tsx'
import { walletTrouble } from './wallet-trouble.ts'

interface SignStepProps<T> extends ReadyWallet {
  purpose: SiwePurpose
  /** Sends the signed proof. */
  send: (proof: SiweProof) => Promise<T>
  onSent: (answer: T) => void
  /** Input shown above the sign button. */
  field?: ReactNode
  disabled?: boolean
  /** Replaces the prompt with the outcome of this wallet's signature. */
  instead?: (answer: T, again: () => void) => ReactNode
}

/** Connected, and on the house's network: what is left is to sign. */
export function SignStep<T>(props: SignStepProps<T>) {
  const { purpose, address, onLeave, field, disabled = false, instead } = props
  const { signing, isOfIt, trouble } = useSigning(props)
  const shown =
    isOfIt && signing.isSuccess && instead?.(signing.data, signing.reset)
  if (shown) return shown
  return (
    <div className="grid gap-4">
      <WalletAddress address={address} />
      {field}
      {trouble && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {trouble}
        </p>
      )}
      <Button
        variant="go"
        size="large"
        disabled={disabled}
        pending={signing.isPending}
        onClick={() => signing.mutate(address)}
      >
        {signing.isPending ? 'Look at your wallet…' : PURPOSES[purpose].action}
      </Button>
      <Button onClick={onLeave}>Use another wallet</Button>
    </div>
  )
}

/** Returns the last signature, and whether it belongs to the current wallet. */
function useSigning<T>(props: SignStepProps<T>) {
  const { purpose, address, chainId, send, onSent } = props
  const config = useConfig()
  const { signMessageAsync } = useSignMessage()
  const signing = useMutation({
    mutationFn: async (account: Address) =>
      send(
        await signedProof(purpose, {
          address: account,
          chainId,
          sign: (message) => signMessageAsync({ account, message }),
          currentAddress: () => getAccount(config).address,
        }),
      ),
    onSuccess: onSent,
  })
  const { error } = signing
  const isOfIt = signing.variables === address
  const isAboutIt = isOfIt || error instanceof AccountSwitched
  const trouble = error && isAboutIt ? walletTrouble(error) : undefined
  return { signing, isOfIt, trouble }
}
