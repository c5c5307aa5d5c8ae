import { useMutation, useQueryClient } from '@tanstack/react-query'
import { user as userSchema } from '#core/schemas/user.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { sendJson } from '../../lib/api-client.ts'
import { useToast } from '../../lib/toast.ts'

export function useSetPassword(onSet: () => void) {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string }) =>
      sendJson('POST', '/api/user/password', { body, schema: userSchema }),
    onSuccess: (user) => {
      queryClient.setQueryData(userQueryKey, user)
      toast({
        title: 'Password set',
        description: 'It opens your account as your wallet does',
      })
      onSet()
    },
  })
}
