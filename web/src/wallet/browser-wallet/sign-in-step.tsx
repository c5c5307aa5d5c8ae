import { useToast } from '../../lib/toast.ts'
import { playerName } from '../../session/player-name.ts'
import { useStartSession } from '../../session/session-changes.ts'
import { NewcomerStep } from './newcomer-step.tsx'
import { type Proven, signIn } from './prove-wallet.ts'
import { SignStep } from './sign-step.tsx'
import type { ReadyWallet } from './wallet-steps.tsx'

interface SignInStepProps extends ReadyWallet {
  onDone: () => void
  onHasAccount: (() => void) | undefined
}

/** Signs in to the wallet's account, or offers to create one. */
export function SignInStep({
  onDone,
  onHasAccount,
  ...wallet
}: SignInStepProps) {
  const { toast } = useToast()
  const startSession = useStartSession()
  const enter = (proven: Proven) => {
    if (proven.kind === 'stranger') return
    startSession(proven.user)
    const description = `Logged in as ${playerName(proven.user.username)}`
    toast({ title: 'Welcome back!', description })
    onDone()
  }
  return (
    <SignStep
      {...wallet}
      purpose="sign-in"
      send={signIn}
      onSent={enter}
      instead={(proven, again) =>
        proven.kind === 'stranger' && (
          <NewcomerStep
            proof={proven.proof}
            address={wallet.address}
            onAgain={again}
            onMade={onDone}
            onHasAccount={() => {
              onHasAccount?.()
              onDone()
            }}
          />
        )
      }
    />
  )
}
