import { useQueryClient } from '@tanstack/react-query'
import { user as userSchema } from '#core/api/account.ts'
import type { FirstPassword } from '#core/api/sign-in-methods.ts'
import { useOwnChange } from '../../domain/session/security-notices.ts'
import { userQueryKey } from '../../domain/session/user-query.ts'
import { sendJson } from '../../lib/api-client.ts'
import { useToast } from '../../lib/toast.ts'

export function useSetPassword() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const ownChange = useOwnChange()
  return async (body: FirstPassword): Promise<void> => {
    const path = '/api/user/password'
    const user = await sendJson('POST', path, { body, schema: userSchema })
    await ownChange(user.id)
    queryClient.setQueryData(userQueryKey, user)
    toast({
      title: 'Password set',
      description: 'It opens your account as your wallet does',
    })
  }
}
