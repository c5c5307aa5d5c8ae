import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { useConfig, useSignMessage } from 'wagmi'
import { getAccount } from 'wagmi/actions'
import {
  requestNonce,
  SIWE_STATEMENTS,
  type SiweProof,
  type SiwePurpose,
} from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { call } from '../../lib/call.ts'
import { AccountSwitched, walletErrorText } from './wallet-errors.ts'
import { type ReadyWallet, WalletAddress } from './wallet-steps.tsx'

const actions: Readonly<Record<SiwePurpose, string>> = {
  'sign-in': 'Sign in',
  link: 'Link this wallet',
  unlink: 'Sign and unlink',
  'set-password': 'Sign and set password',
  close: 'Sign and close it for good',
}

type SignStepProps<T> = ReadyWallet & {
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

/** Asks a ready wallet to sign. */
export function SignStep<T>(props: SignStepProps<T>) {
  const { purpose, address, onLeave, field, disabled = false, instead } = props
  const signing = useSigning(props)
  const { error, isPending, mutate } = signing
  const isOwn = signing.variables === address
  const outcome =
    isOwn && signing.isSuccess && instead?.(signing.data, signing.reset)
  if (outcome) return outcome
  const isShown = isOwn || error instanceof AccountSwitched
  return (
    <div className="grid gap-4">
      <WalletAddress address={address} />
      {field}
      <ErrorText>{error && isShown && walletErrorText(error)}</ErrorText>
      <Button
        variant="go"
        size="large"
        disabled={disabled}
        pending={isPending}
        onClick={() => mutate(address)}
      >
        {isPending ? 'Check your wallet…' : actions[purpose]}
      </Button>
      <Button onClick={onLeave}>Use another wallet</Button>
    </div>
  )
}

function useSigning<T>(props: SignStepProps<T>) {
  const { purpose, chainId, send, onSent } = props
  const config = useConfig()
  const { signMessageAsync } = useSignMessage()
  return useMutation({
    mutationFn: async (account: Address) => {
      const message = await siweMessage({ purpose, address: account, chainId })
      // Also after a rejection: the wallet has switched accounts.
      const signature = await signMessageAsync({ account, message }).finally(
        () => {
          if (getAccount(config).address !== account) {
            throw new AccountSwitched()
          }
        },
      )
      return send({ message, signature })
    },
    onSuccess: onSent,
  })
}

async function siweMessage({
  purpose,
  address,
  chainId,
}: {
  purpose: SiwePurpose
  address: Address
  chainId: number
}): Promise<string> {
  const { nonce, expiresAt } = await call(requestNonce)
  return createSiweMessage({
    address,
    chainId,
    nonce,
    statement: SIWE_STATEMENTS[purpose],
    domain: location.host,
    uri: location.origin,
    version: '1',
    expirationTime: new Date(expiresAt),
  })
}
