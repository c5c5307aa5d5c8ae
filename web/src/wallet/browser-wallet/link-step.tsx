import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { linkWallet } from '#core/api/sign-in-methods.ts'
import type { SiweProof } from '#core/api/siwe.ts'
import { Field } from '../../components/field.tsx'
import { call } from '../../lib/call.ts'
import { useToast } from '../../lib/toast.ts'
import { useOwnChange } from '../../session/security-notices.ts'
import { userQueryKey } from '../../session/user-query.ts'
import { SignStep } from './sign-step.tsx'
import type { ReadyWallet } from './wallet-steps.tsx'

interface LinkStepProps extends ReadyWallet {
  onDone: () => void
}

/** Links the wallet, confirmed by the account's password. */
export function LinkStep({ onDone, ...wallet }: LinkStepProps) {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const ownChange = useOwnChange()
  const [password, setPassword] = useState('')
  const link = async (proof: SiweProof) => {
    const user = await call(linkWallet, { body: { ...proof, password } })
    await ownChange(user.id)
    queryClient.setQueryData(userQueryKey, user)
    toast({
      title: 'Wallet linked',
      description: 'It now signs you in to your account',
    })
  }
  return (
    <SignStep
      {...wallet}
      purpose="link"
      send={link}
      onSent={onDone}
      disabled={password === ''}
      field={
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          hint="It confirms that you want to link this wallet."
        />
      }
    />
  )
}
