import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { useAccount, useAccountEffect, useDisconnect } from 'wagmi'
import type { SiweSite } from '#core/api/siwe.ts'
import { useToast } from '../../lib/toast.ts'
import { ConnectStep } from './connect-step.tsx'
import { SwitchStep } from './switch-step.tsx'

/** A wallet that is connected and on the house's network. */
export interface ReadyWallet {
  address: Address
  chainId: number
  /** Puts it down, to use another one. */
  onLeave: () => void
}

interface WalletStepsProps {
  site: SiweSite
  /** What a wallet is asked for, said before it is connected. */
  reason: string
  /** What else a player without one can do: the end of a sentence. */
  withoutOne: string
  /** The way to that. */
  otherWay?: ReactNode
  children: (wallet: ReadyWallet) => ReactNode
}

/** Connect, then switch the network, then what the wallet is there for. */
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

/** Tells a wallet that went away by itself from one that the player put down. */
function useLeaving() {
  const { toast } = useToast()
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
