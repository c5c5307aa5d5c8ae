import { type FormEvent, useState } from 'react'
import { firstPassword, type User } from '#core/schemas/user.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { issuesByField } from './issues-of.ts'
import { PasswordStretch } from './password-stretch.tsx'
import { useSetPassword } from './use-set-password.ts'

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
      description={`With a password you can sign in without your wallet. Your name is ${props.user.username}`}
      open={props.open}
      onOpenChange={props.onOpenChange}
    >
      <PasswordForm {...props} />
    </Dialog>
  )
}

function PasswordForm({ user, onOpenChange }: PasswordDialogProps) {
  const setting = useSetPassword(() => onOpenChange(false))
  const [password, setPassword] = useState('')
  const [issue, setIssue] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { success, data, error } = firstPassword.safeParse({ password })
    setIssue(issuesByField(error?.issues ?? []).password)
    if (success) setting.mutate(data)
  }
  return (
    <form noValidate className="grid gap-2" onSubmit={submit}>
      {/* Whatever keeps passwords wants to know whose it is. */}
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
          setting.reset()
        }}
        error={
          issue ?? (setting.error ? errorMessage(setting.error) : undefined)
        }
        hint={<PasswordStretch password={password} />}
      />
      <Button
        type="submit"
        variant="go"
        size="large"
        pending={setting.isPending}
      >
        Set password
      </Button>
    </form>
  )
}
