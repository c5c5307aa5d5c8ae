import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import type { User } from '#core/api/account.ts'
import { linkWallet } from '#core/api/sign-in-methods.ts'
import {
  type SiweProof,
  type SiwePurpose,
  type SiweSite,
  signInWithWallet,
} from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import type { DialogState } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Field } from '../../components/field.tsx'
import { call, isRefusal } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { useStartSession, welcomeBack } from '../../session/auth.tsx'
import { playerName } from '../../session/player-name.ts'
import { useSignInMethodChange } from '../../session/security-notices.ts'
import type { SignRequest } from '../../session/wallet-signing.ts'
import { SignStep } from './sign-step.tsx'
import { walletErrorText } from './wallet-errors.ts'
import { WalletFrame } from './wallet-frame.tsx'
import {
  type ReadyWallet,
  WalletAddress,
  WalletSteps,
} from './wallet-steps.tsx'

const titles: Readonly<Record<SiwePurpose, string>> = {
  'sign-in': 'Sign in with a wallet',
  link: 'Link a wallet',
  unlink: 'Unlink your wallet',
  'set-password': 'Set a password',
  close: 'Close your account',
}

export type SignDialogProps = DialogState & {
  request: { purpose: 'sign-in' | 'link' } | SignRequest
  site: SiweSite
  /** At sign-in: links the wallet to an existing account instead. */
  onHasAccount?: () => void
}

/** Connects a wallet and obtains its signature. */
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
        reason="Your wallet signs a message to prove it’s you. No coins or tokens move, and it’s free."
        withoutOne={
          'send' in request
            ? 'or open this page in the browser that has your wallet.'
            : 'or use a username and password instead. You don’t need a wallet to play.'
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
      description: 'You can now sign in with it',
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
          hint="To confirm that you want to link this wallet."
        />
      }
    />
  )
}

type SignInStepProps = ReadyWallet & {
  onDone: () => void
  onHasAccount: (() => void) | undefined
}

/** Signs in to the wallet's account, or offers to create one. */
function SignInStep(props: SignInStepProps) {
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

/** Returns the proof if no account uses the wallet: it can create one. */
async function signIn(proof: SiweProof): Promise<User | { proof: SiweProof }> {
  try {
    return await call(signInWithWallet, { body: proof })
  } catch (error) {
    if (isRefusal(error, 'no_account')) return { proof }
    throw error
  }
}

type NewAccountStepProps = {
  address: Address
  proof: SiweProof
  onAgain: () => void
  onDone: () => void
  onHasAccount: () => void
}

/** Confirms first: an account created by mistake would own the wallet. */
function NewAccountStep(props: NewAccountStepProps) {
  const { address, proof, onAgain, onDone, onHasAccount } = props
  const startSession = useStartSession()
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      call(signInWithWallet, { body: { ...proof, newAccount: true } }),
    onSuccess: (user) => {
      startSession(user)
      const name = playerName(user.username)
      const description = `Your new account is ${name}. Sign in with your wallet any time`
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
        Create an account with this wallet
      </Button>
      <Button onClick={onHasAccount}>
        I have an account: sign in and link this wallet
      </Button>
      {error && <Button onClick={onAgain}>Start again</Button>}
    </div>
  )
}
