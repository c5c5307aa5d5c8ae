import { useMutation, useQueryClient } from '@tanstack/react-query'
import { recheckAnswer } from '#core/api/wallet.ts'
import { useAuth } from '../../domain/session/auth.tsx'
import { sendJson } from '../../lib/api-client.ts'
import { walletInfoQuery } from './wallet-info-query.ts'

export function useRecheck() {
  const queryClient = useQueryClient()
  const player = useAuth().user?.id
  return useMutation({
    mutationFn: (body: { txHash: string }) =>
      sendJson('POST', '/api/wallet/recheck', { body, schema: recheckAnswer }),
    onSuccess: () => {
      const { queryKey } = walletInfoQuery(player)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}
