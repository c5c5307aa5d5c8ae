import type { SiweSite } from '#core/api/siwe.ts'
import type { SignRequest } from '../../session/wallet-signing.ts'
import { LinkStep } from './link-step.tsx'
import { PURPOSES } from './purpose.ts'
import { SignInStep } from './sign-in-step.tsx'
import { SignStep } from './sign-step.tsx'
import { WalletFrame } from './wallet-frame.tsx'
import { type ReadyWallet, WalletSteps } from './wallet-steps.tsx'

export interface SignDialogProps {
  request: { purpose: 'sign-in' | 'link' } | SignRequest
  site: SiweSite
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A sign-in's player would rather link the wallet to an account. */
  onHasAccount?: () => void
}

/** From no wallet to a signature. */
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
    <WalletFrame title={PURPOSES[request.purpose].title} {...frame}>
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
