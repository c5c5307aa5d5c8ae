import { useMutation, useQueryClient } from '@tanstack/react-query'
import { logOutEverywhere } from '#core/api/sessions.ts'
import {
  changePassword,
  closeAccount,
  type OwnerProof,
  type PasswordChange,
} from '#core/api/sign-in-methods.ts'
import { call, forgetUnanswered } from '../lib/call.ts'
import { useToast } from '../lib/toast.ts'
import { useSignInMethodChange } from '../session/security-notices.ts'
import { userQueryKey } from '../session/user-query.ts'

export function useChangePassword() {
  const apply = useSignInMethodChange()
  return useMutation({
    mutationFn: (body: PasswordChange) =>
      apply(call(changePassword, { body }), {
        title: 'Password changed',
        description: 'All other browsers are signed out',
      }),
  })
}

export function useSignOutEverywhere() {
  const leave = useLeave()
  return useMutation({
    mutationFn: () => call(logOutEverywhere),
    onSuccess: () =>
      leave('Goodbye!', 'You have been signed out of every browser'),
  })
}

export function useCloseAccount() {
  const leave = useLeave()
  return async (proof: OwnerProof) => {
    await call(closeAccount, { body: proof })
    leave('Account closed', 'Your name and sign-in methods were deleted')
  }
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
