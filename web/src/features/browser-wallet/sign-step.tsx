import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useConfig, useSignMessage } from 'wagmi'
import { getAccount } from 'wagmi/actions'
import type { User } from '#core/schemas/user.ts'
import { Button } from '../../components/button.tsx'
import { playerName } from '../../domain/session/player-name.ts'
import { useStartSession } from '../../domain/session/session-changes.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { useToast } from '../../lib/toast.ts'
import { NewcomerStep } from './newcomer-step.tsx'
import { AccountSwitched, proveWallet } from './prove-wallet.ts'
import { PURPOSES, type Purpose } from './purpose.ts'
import { WalletAddress } from './wallet-address.tsx'
import type { ReadyWallet } from './wallet-steps.tsx'
import { walletTrouble } from './wallet-trouble.ts'

interface SignStepProps extends ReadyWallet {
  purpose: Purpose
  onDone: () => void
  onHasAccount: (() => void) | undefined
}

/** Connected, and on the house's network: what is left is to sign. */
export function SignStep(props: SignStepProps) {
  const { purpose, address, onLeave, onDone } = props
  const { proof, isOfIt, trouble } = useProof(props)
  if (isOfIt && proof.data?.kind === 'stranger') {
    return (
      <NewcomerStep
        proof={proof.data.proof}
        address={address}
        onAgain={proof.reset}
        onMade={onDone}
        onHasAccount={() => {
          props.onHasAccount?.()
          onDone()
        }}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <WalletAddress address={address} />
      {trouble && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {trouble}
        </p>
      )}
      <Button
        variant="go"
        size="large"
        pending={proof.isPending}
        onClick={() => proof.mutate(address)}
      >
        {proof.isPending ? 'Look at your wallet…' : PURPOSES[purpose].action}
      </Button>
      <Button onClick={onLeave}>Use another wallet</Button>
    </div>
  )
}

/** The last proof that was asked for, and whether it is of the wallet as it is now. */
function useProof({ purpose, address, chainId, onDone }: SignStepProps) {
  const config = useConfig()
  const { signMessageAsync } = useSignMessage()
  const onKnown = useKnown(purpose)
  const proof = useMutation({
    mutationFn: (account: Address) =>
      proveWallet(purpose, {
        address: account,
        chainId,
        sign: (message) => signMessageAsync({ account, message }),
        currentAddress: () => getAccount(config).address,
      }),
    onSuccess: (proven) => {
      if (proven.kind === 'stranger') return
      onKnown(proven.user)
      onDone()
    },
  })
  const { error } = proof
  const isOfIt = proof.variables === address
  const isAboutIt = isOfIt || error instanceof AccountSwitched
  const trouble = error && isAboutIt ? walletTrouble(error) : undefined
  return { proof, isOfIt, trouble }
}

function useKnown(purpose: Purpose) {
  const { toast } = useToast()
  const startSession = useStartSession()
  const queryClient = useQueryClient()
  return (user: User) => {
    if (purpose === 'link') {
      queryClient.setQueryData(userQueryKey, user)
      toast({
        title: 'Wallet linked',
        description: 'It signs in to your account from now on',
      })
      return
    }
    startSession(user)
    const description = `Logged in as ${playerName(user.username)}`
    toast({ title: 'Welcome back!', description })
  }
}
