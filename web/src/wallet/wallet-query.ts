import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readWallet } from '#core/api/wallet.ts'
import { call } from '../lib/call.ts'
import { toast } from '../lib/toast.ts'

export const walletQueryKey = [readWallet.path]

/** The player's deposit wallet and deposits, cached per player. */
export function walletQuery(player: string | undefined) {
  return queryOptions({
    queryKey: [...walletQueryKey, player],
    queryFn: () => call(readWallet),
    refetchInterval: 30_000,
    refetchOnMount: 'always',
  })
}

/** Queries the wallet, and shows a toast when its address appears. */
export function useWallet(player: string) {
  const wallet = useQuery(walletQuery(player))
  const state = wallet.data?.state
  const before = useRef(state)
  useEffect(() => {
    const wasMissing = before.current && before.current !== 'active'
    before.current = state
    if (wasMissing && state === 'active') {
      toast({
        title: 'Wallet Created',
        description: 'Your BSC wallet has been generated successfully',
      })
    }
  }, [state])
  return wallet
}
