import { useQueryClient } from '@tanstack/react-query'
import { type OwnerProof, unlinkWallet } from '#core/api/sign-in-methods.ts'
import { call } from '../lib/call.ts'
import { useToast } from '../lib/toast.ts'
import { useOwnChange } from './security-notices.ts'
import { userQueryKey } from './user-query.ts'

/** Unlinks the wallet, which signs out all other browsers. */
export function useUnlinkWallet() {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const ownChange = useOwnChange()
  return async (proof: OwnerProof): Promise<void> => {
    const user = await call(unlinkWallet, { body: proof })
    await ownChange(user.id)
    queryClient.setQueryData(userQueryKey, user)
    toast({
      title: 'Wallet unlinked',
      description: 'Your password signs in as before',
    })
  }
}
