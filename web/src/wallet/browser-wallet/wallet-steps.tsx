import { useConnectModal } from '@rainbow-me/rainbowkit'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import {
  useAccount,
  useAccountEffect,
  useConnectors,
  useDisconnect,
  useSwitchChain,
} from 'wagmi'
import type { SiweSite } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { SplitAddress } from '../../components/split-address.tsx'
import { toast } from '../../lib/toast.ts'
import { walletErrorText } from './wallet-errors.ts'

/** A wallet that is connected and on the casino's chain. */
export type ReadyWallet = {
  address: Address
  chainId: number
  /** Disconnects it, to use another one. */
  onLeave: () => void
}

type WalletStepsProps = {
  site: SiweSite
  /** Says before connecting what the wallet is used for. */
  reason: string
  /** End of a sentence: what players without a wallet can do. */
  withoutOne: string
  /** Button for that alternative. */
  otherWay?: ReactNode
  children: (wallet: ReadyWallet) => ReactNode
}

/** Connects, then switches the chain, then renders the children. */
export function WalletSteps(props: WalletStepsProps) {
  const { site, children, ...connecting } = props
  const { network } = site
  const { address, chainId } = useAccount()
  const { wasLost, leave } = useLeaving()
  if (!address) return <ConnectStep wasLost={wasLost} {...connecting} />
  if (chainId !== network.chainId) {
    return <SwitchStep network={network} onLeave={leave} />
  }
  return children({ address, chainId, onLeave: leave })
}

export function WalletAddress({ address }: { address: string }) {
  return (
    <p className="grid min-w-0">
      <span className="text-small text-soft">Your wallet</span>
      <code className="hex">
        <SplitAddress address={address} />
      </code>
    </p>
  )
}

/** Distinguishes a wallet that was lost from one that the player left. */
function useLeaving() {
  const [wasLost, setLost] = useState(false)
  useAccountEffect({ onDisconnect: () => setLost(true) })
  const { disconnect } = useDisconnect({
    mutation: {
      onSuccess: () => setLost(false),
      onError: () => {
        toast({
          title: 'Still connected',
          description:
            'Your wallet did not disconnect. Disconnect this site in the wallet, or reload the page.',
          variant: 'destructive',
        })
      },
    },
  })
  return { wasLost, leave: () => disconnect() }
}

type ConnectStepProps = Omit<WalletStepsProps, 'site' | 'children'> & {
  wasLost: boolean
}

function ConnectStep(props: ConnectStepProps) {
  const { reason, withoutOne, otherWay, wasLost } = props
  const { openConnectModal } = useConnectModal()
  // Includes wallets that announce themselves (EIP-6963), also late.
  if (useConnectors().length === 0) {
    return (
      <div className="grid gap-4">
        <p role="status">
          There is no wallet in this browser. Install one, such as MetaMask or
          Rabby, {withoutOne}
        </p>
        <Button variant="action" onClick={() => location.reload()}>
          I’ve installed one
        </Button>
        {otherWay}
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p role="status">
        {wasLost
          ? 'Your wallet is locked or disconnected. Unlock it, then connect it again.'
          : reason}
      </p>
      <Button variant="go" size="large" onClick={() => openConnectModal?.()}>
        Connect a wallet
      </Button>
    </div>
  )
}

type SwitchStepProps = {
  network: SiweSite['network']
  onLeave: () => void
}

function SwitchStep({ network, onLeave }: SwitchStepProps) {
  const { chainId, name } = network
  const { switchChain, isPending, error } = useSwitchChain()
  return (
    <div className="grid gap-4">
      <p role="status">
        Your wallet is on a different network. This casino uses {name} (chain{' '}
        {chainId}).
      </p>
      <ErrorText>{error && walletErrorText(error)}</ErrorText>
      <Button
        variant="go"
        size="large"
        pending={isPending}
        onClick={() => switchChain({ chainId })}
      >
        {isPending ? 'Check your wallet…' : 'Switch network'}
      </Button>
      <Button onClick={onLeave}>Use another wallet</Button>
    </div>
  )
}
