import { useQueryClient } from '@tanstack/react-query'
import { user as userSchema } from '#core/api/account.ts'
import type { OwnerProof } from '#core/api/sign-in-methods.ts'
import { sendJson } from '../../lib/api-client.ts'
import { useToast } from '../../lib/toast.ts'
import { useOwnChange } from './security-notices.ts'
import { userQueryKey } from './user-query.ts'

/** Unlinks the wallet, which signs out all other browsers. */
export function useUnlinkWallet() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const ownChange = useOwnChange()
  return async (proof: OwnerProof): Promise<void> => {
    const user = await sendJson('POST', '/api/auth/siwe/unlink', {
      body: proof,
      schema: userSchema,
    })
    await ownChange(user.id)
    queryClient.setQueryData(userQueryKey, user)
    toast({
      title: 'Wallet unlinked',
      description: 'Your password signs in as before',
    })
  }
}
