import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useToast } from '../lib/toast.ts'
import { walletInfoQuery } from './wallet-info-query.ts'

/** Follows the player's wallet, and announces its address when it appears. */
export function useWalletInfo(player: string) {
  const { toast } = useToast()
  const wallet = useQuery(walletInfoQuery(player))
  const state = wallet.data?.state
  const before = useRef(state)
  useEffect(() => {
    const wasWithout = before.current && before.current !== 'active'
    before.current = state
    if (wasWithout && state === 'active') {
      toast({
        title: 'Wallet Created',
        description: 'Your BSC wallet has been generated successfully',
      })
    }
  }, [state, toast])
  return wallet
}
