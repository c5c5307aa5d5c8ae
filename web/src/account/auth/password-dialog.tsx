import { type FormEvent, useState } from 'react'
import { password as passwordSchema, type User } from '#core/api/account.ts'
import { setFirstPassword } from '#core/api/sign-in-methods.ts'
import type { SiweProof } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { call } from '../../lib/call.ts'
import { useSignInMethodChange } from '../../session/security-notices.ts'
import { useWalletSigning } from '../../session/wallet-signing.ts'
import { PasswordStrengthHint } from './password-strength.tsx'

interface PasswordDialogProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A first password, for an account that only a wallet opens. */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog
      hasCross
      title="Set a password"
      description={`With a password you can sign in without your wallet. Your username is ${props.user.username}`}
      open={props.open}
      onOpenChange={props.onOpenChange}
    >
      <PasswordForm {...props} />
    </Dialog>
  )
}

function PasswordForm({ user, onOpenChange }: PasswordDialogProps) {
  const apply = useSignInMethodChange()
  const sign = useWalletSigning()
  const [password, setPassword] = useState('')
  const [issue, setIssue] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { success, error } = passwordSchema.safeParse(password)
    setIssue(error?.issues[0]?.message)
    if (!success) return
    onOpenChange(false)
    const send = (proof: SiweProof) =>
      apply(call(setFirstPassword, { body: { ...proof, password } }), {
        title: 'Password set',
        description: 'It opens your account as your wallet does',
      })
    sign({ purpose: 'set-password', send })
  }
  return (
    <form noValidate className="grid gap-2" onSubmit={submit}>
      {/* Tells password managers whose password it is. */}
      <input
        type="text"
        hidden
        readOnly
        name="username"
        autoComplete="username"
        value={user.username}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setIssue(undefined)
        }}
        error={issue}
        hint={<PasswordStrengthHint password={password} />}
      />
      <Button type="submit" variant="go" size="large">
        Confirm with my wallet
      </Button>
    </form>
  )
}
