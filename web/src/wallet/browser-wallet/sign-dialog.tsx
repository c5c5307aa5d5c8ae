import { useState } from 'react'
import { linkWallet } from '#core/api/sign-in-methods.ts'
import type { SiweProof, SiwePurpose, SiweSite } from '#core/api/siwe.ts'
import { Field } from '../../components/field.tsx'
import { call } from '../../lib/call.ts'
import { useSignInMethodChange } from '../../session/security-notices.ts'
import type { SignRequest } from '../../session/wallet-signing.ts'
import { SignInStep } from './sign-in-step.tsx'
import { SignStep } from './sign-step.tsx'
import { WalletFrame } from './wallet-frame.tsx'
import { type ReadyWallet, WalletSteps } from './wallet-steps.tsx'

const titles: Readonly<Record<SiwePurpose, string>> = {
  'sign-in': 'Sign in with a wallet',
  link: 'Link a wallet',
  unlink: 'Unlink your wallet',
  'set-password': 'Set a password',
  close: 'Close your account',
}

export interface SignDialogProps {
  request: { purpose: 'sign-in' | 'link' } | SignRequest
  site: SiweSite
  open: boolean
  onOpenChange: (open: boolean) => void
  /** At sign-in: links the wallet to an existing account instead. */
  onHasAccount?: () => void
}

/** Takes a player from no wallet to a signature. */
export function SignDialog(props: SignDialogProps) {
  const { request, onHasAccount, ...frame } = props
  const { site, onOpenChange } = frame
  const onDone = () => onOpenChange(false)
  const step = (wallet: ReadyWallet) => {
    if ('send' in request) {
      return <SignStep {...wallet} {...request} onSent={onDone} />
    }
    return request.purpose === 'link' ? (
      <LinkStep {...wallet} onDone={onDone} />
    ) : (
      <SignInStep {...wallet} onDone={onDone} onHasAccount={onHasAccount} />
    )
  }
  return (
    <WalletFrame title={titles[request.purpose]} {...frame}>
      <WalletSteps
        site={site}
        reason="Your wallet signs a message that says it is you. No coins or tokens move, and it costs nothing."
        withoutOne={
          'send' in request
            ? 'or open this page in the browser that has your wallet.'
            : 'or go on with a username and a password: you need no wallet to play.'
        }
      >
        {step}
      </WalletSteps>
    </WalletFrame>
  )
}

/** Links the wallet, confirmed by the account's password. */
function LinkStep(props: ReadyWallet & { onDone: () => void }) {
  const { onDone, ...wallet } = props
  const apply = useSignInMethodChange()
  const [password, setPassword] = useState('')
  const link = (proof: SiweProof) =>
    apply(call(linkWallet, { body: { ...proof, password } }), {
      title: 'Wallet linked',
      description: 'It now signs you in to your account',
    })
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
