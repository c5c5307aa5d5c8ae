import { useQueryClient } from '@tanstack/react-query'
import {
  type FirstPassword,
  setFirstPassword,
} from '#core/api/sign-in-methods.ts'
import { call } from '../../lib/call.ts'
import { useToast } from '../../lib/toast.ts'
import { useOwnChange } from '../../session/security-notices.ts'
import { userQueryKey } from '../../session/user-query.ts'

export function useSetPassword() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const ownChange = useOwnChange()
  return async (body: FirstPassword): Promise<void> => {
    const user = await call(setFirstPassword, { body })
    await ownChange(user.id)
    queryClient.setQueryData(userQueryKey, user)
    toast({
      title: 'Password set',
      description: 'It opens your account as your wallet does',
    })
  }
}
