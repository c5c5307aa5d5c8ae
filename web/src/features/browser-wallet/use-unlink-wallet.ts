import { useMutation, useQueryClient } from '@tanstack/react-query'
import { user as userSchema } from '#core/schemas/user.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { sendJson } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useToast } from '../../lib/toast.ts'

export function useUnlinkWallet() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sendJson('POST', '/api/auth/siwe/unlink', { schema: userSchema }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQueryKey, user)
      toast({
        title: 'Wallet unlinked',
        description: 'Your password signs in as before',
      })
    },
    onError: (error) => {
      toast({
        title: 'Still linked',
        description: errorMessage(error),
        variant: 'destructive',
      })
    },
  })
}
