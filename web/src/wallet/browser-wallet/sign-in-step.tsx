import { useMutation } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { User } from '#core/api/account.ts'
import { type SiweProof, signInWithWallet } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { ApiError, call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { useStartSession, welcomeBack } from '../../session/auth.tsx'
import { playerName } from '../../session/player-name.ts'
import { SignStep } from './sign-step.tsx'
import { walletErrorText } from './wallet-errors.ts'
import { type ReadyWallet, WalletAddress } from './wallet-steps.tsx'

interface SignInStepProps extends ReadyWallet {
  onDone: () => void
  onHasAccount: (() => void) | undefined
}

/** Signs in to the wallet's account, or offers to create one. */
export function SignInStep(props: SignInStepProps) {
  const { onDone, onHasAccount, ...wallet } = props
  const startSession = useStartSession()
  return (
    <SignStep
      {...wallet}
      purpose="sign-in"
      send={signIn}
      onSent={(signedIn) => {
        if ('proof' in signedIn) return
        startSession(signedIn)
        toast(welcomeBack(signedIn))
        onDone()
      }}
      instead={(signedIn, again) =>
        'proof' in signedIn && (
          <NewAccountStep
            proof={signedIn.proof}
            address={wallet.address}
            onAgain={again}
            onDone={onDone}
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

/** Returns the proof where no account uses the wallet: it can still make one. */
async function signIn(proof: SiweProof): Promise<User | { proof: SiweProof }> {
  try {
    return await call(signInWithWallet, { body: proof })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no_account') {
      return { proof }
    }
    throw error
  }
}

interface NewAccountStepProps {
  address: Address
  proof: SiweProof
  onAgain: () => void
  onDone: () => void
  onHasAccount: () => void
}

/** Asks first: a second account by mistake would keep the wallet. */
function NewAccountStep(props: NewAccountStepProps) {
  const { address, proof, onAgain, onDone, onHasAccount } = props
  const startSession = useStartSession()
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      call(signInWithWallet, { body: { ...proof, newAccount: true } }),
    onSuccess: (user) => {
      startSession(user)
      const name = playerName(user.username)
      const description = `Your new account is ${name}. Your wallet signs you in`
      toast({ title: 'Welcome!', description })
      onDone()
    },
  })
  return (
    <div className="grid gap-4">
      <p role="status" className="font-display font-semibold text-lead">
        No account uses this wallet yet
      </p>
      <WalletAddress address={address} />
      <ErrorText>{error && walletErrorText(error)}</ErrorText>
      <Button
        variant="go"
        size="large"
        pending={isPending}
        onClick={() => mutate()}
      >
        New account with this wallet
      </Button>
      <Button onClick={onHasAccount}>
        I have an account: sign in and link it
      </Button>
      {error && <Button onClick={onAgain}>Start again</Button>}
    </div>
  )
}
