import { useMutation, useQueryClient } from '@tanstack/react-query'
import { recheckPayment } from '#core/api/wallet.ts'
import { call } from '../lib/call.ts'
import { useAuth } from '../session/auth.tsx'
import { walletInfoQuery } from './wallet-info-query.ts'

export function useRecheck() {
  const queryClient = useQueryClient()
  const player = useAuth().user?.id
  return useMutation({
    mutationFn: (body: { txHash: string }) => call(recheckPayment, { body }),
    onSuccess: () => {
      const { queryKey } = walletInfoQuery(player)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}
