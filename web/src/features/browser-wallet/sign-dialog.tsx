import type { SiweSite } from '#core/schemas/siwe.ts'
import { PURPOSES, type Purpose } from './purpose.ts'
import { SignStep } from './sign-step.tsx'
import { WalletFrame } from './wallet-frame.tsx'
import { WalletSteps } from './wallet-steps.tsx'

export interface SignDialogProps {
  purpose: Purpose
  site: SiweSite
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A sign-in's player would rather link the wallet to an account. */
  onHasAccount?: () => void
}

/** From no wallet to a signature. */
export function SignDialog(props: SignDialogProps) {
  const { purpose, onHasAccount, ...frame } = props
  const { site, onOpenChange } = frame
  return (
    <WalletFrame title={PURPOSES[purpose].title} {...frame}>
      <WalletSteps
        site={site}
        reason="Your wallet signs a message that says it is you. No coins or tokens move, and it costs nothing."
        withoutOne="or go on with a username and a password: you need no wallet to play."
      >
        {(wallet) => (
          <SignStep
            {...wallet}
            purpose={purpose}
            onDone={() => onOpenChange(false)}
            onHasAccount={onHasAccount}
          />
        )}
      </WalletSteps>
    </WalletFrame>
  )
}
