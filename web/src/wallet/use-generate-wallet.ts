import { useMutation, useQueryClient } from '@tanstack/react-query'
import { generateWallet } from '#core/api/wallet.ts'
import { ApiError, call } from '../lib/call.ts'
import { useToast } from '../lib/toast.ts'
import { useAuth } from '../session/auth.tsx'
import { walletInfoQuery } from './wallet-info-query.ts'

export function useGenerateWallet() {
  const queryClient = useQueryClient()
  const { toast } = useToast()
  const player = useAuth().user?.id
  return useMutation({
    mutationFn: () => call(generateWallet),
    onSuccess: (info) => {
      const { queryKey } = walletInfoQuery(player)
      queryClient.setQueryData(queryKey, info)
      void queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof ApiError
            ? 'Failed to generate wallet'
            : error.message,
        variant: 'destructive',
      }),
  })
}
