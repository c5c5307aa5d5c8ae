import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PasswordChange, user as userSchema } from '#core/schemas/user.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { forgetUnanswered, sendJson } from '../../lib/api-client.ts'
import { useToast } from '../../lib/toast.ts'

export function useChangePassword() {
  const { toast } = useToast()
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      sendJson('PUT', '/api/user/password', { body, schema: userSchema }),
    onSuccess: () =>
      toast({
        title: 'Password changed',
        description: 'All other browsers are signed out',
      }),
  })
}

export function useSignOutEverywhere() {
  const leave = useLeave()
  return useMutation({
    mutationFn: () => sendJson('POST', '/api/logout/everywhere'),
    onSuccess: () =>
      leave('Goodbye!', 'You have been signed out of every browser'),
  })
}

export function useCloseAccount() {
  const leave = useLeave()
  return useMutation({
    mutationFn: (password: string) =>
      sendJson('POST', '/api/user/close', { body: { password } }),
    onSuccess: () =>
      leave('Account closed', 'Nothing of it tells who you were'),
  })
}

function useLeave() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  return (title: string, description: string) => {
    forgetUnanswered()
    queryClient.setQueryData(userQueryKey, null)
    toast({ title, description })
  }
}
