import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { password as passwordSchema, type User } from '#core/api/account.ts'
import {
  changePassword,
  type PasswordChange,
  passwordChange,
  setFirstPassword,
} from '#core/api/sign-in-methods.ts'
import type { SiweProof } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, type DialogState } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Field } from '../../components/field.tsx'
import { Section } from '../../components/section.tsx'
import { call, isRefusal } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useSignInMethodChange } from '../../session/security-notices.ts'
import { useWalletSigning } from '../../session/wallet-signing.ts'
import { PasswordStrengthHint } from './password-strength.tsx'

type PasswordFormProps = ComponentProps<'form'> & {
  user: User
  send: () => void
}

/** Names the account in a form about its password, for password managers. */
function PasswordForm({ user, send, children, ...form }: PasswordFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      {...form}
    >
      <input
        type="text"
        hidden
        readOnly
        name="username"
        autoComplete="username"
        value={user.username}
      />
      {children}
    </form>
  )
}

const EMPTY = { currentPassword: '', password: '' }

export function PasswordChangeForm({ user }: { user: User }) {
  const [texts, setTexts] = useState(EMPTY)
  const apply = useSignInMethodChange()
  const changing = useMutation({
    mutationFn: (body: PasswordChange) =>
      apply(call(changePassword, { body }), {
        title: 'Password changed',
        description: 'Your other browsers are now signed out',
      }),
    onSuccess: () => setTexts(EMPTY),
  })
  const { success, data } = passwordChange.safeParse(texts)
  const message = changing.error ? errorMessage(changing.error) : undefined
  const isWrong = isRefusal(changing.error, 'wrong_password')
  const put = (change: Partial<typeof EMPTY>) => {
    setTexts({ ...texts, ...change })
    changing.reset()
  }
  return (
    <Section title="Change your password" level="h3">
      <PasswordForm
        user={user}
        className="mt-3 grid gap-1"
        send={() => success && changing.mutate(data)}
      >
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={texts.currentPassword}
          onChange={({ target }) => put({ currentPassword: target.value })}
          error={isWrong ? message : undefined}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={texts.password}
          onChange={({ target }) => put({ password: target.value })}
        />
        <ErrorText>{!isWrong && message}</ErrorText>
        <Button
          type="submit"
          className="justify-self-start"
          disabled={!success}
          pending={changing.isPending}
        >
          Change password
        </Button>
      </PasswordForm>
    </Section>
  )
}

type PasswordDialogProps = DialogState & {
  user: User
}

/** Sets a first password for an account that signs in by wallet only. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { user, ...dialog } = props
  return (
    <Dialog
      hasCross
      title="Set a password"
      description={`Add a password to sign in without your wallet. Your username is ${user.username}`}
      {...dialog}
    >
      <FirstPasswordForm {...props} />
    </Dialog>
  )
}

function FirstPasswordForm({ user, onOpenChange }: PasswordDialogProps) {
  const apply = useSignInMethodChange()
  const sign = useWalletSigning()
  const [password, setPassword] = useState('')
  const [issue, setIssue] = useState<string>()
  const submit = () => {
    const { success, error } = passwordSchema.safeParse(password)
    setIssue(error?.issues[0]?.message)
    if (!success) return
    onOpenChange(false)
    const send = (proof: SiweProof) =>
      apply(call(setFirstPassword, { body: { ...proof, password } }), {
        title: 'Password set',
        description: 'You can now sign in with your password or your wallet',
      })
    sign({ purpose: 'set-password', send })
  }
  return (
    <PasswordForm user={user} className="grid gap-2" send={submit}>
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
    </PasswordForm>
  )
}
