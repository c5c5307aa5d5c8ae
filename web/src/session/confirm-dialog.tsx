import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { User } from '#core/api/account.ts'
import type { OwnerProof } from '#core/api/sign-in-methods.ts'
import { Button } from '../components/button.tsx'
import { Dialog, type DialogState } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { type SignRequest, useWalletSigning } from './wallet-signing.ts'

type ConfirmFormProps = {
  user: User
  purpose: SignRequest['purpose']
  /** Label of the confirm button. */
  action: string
  /** Runs with the proof; errors are shown in the dialog. */
  send: (proof: OwnerProof) => Promise<unknown>
  onDone: () => void
  /** Button that cancels. */
  other: { label: string; onClick: () => void }
}

type ConfirmDialogProps = Omit<ConfirmFormProps, 'onDone'> &
  DialogState & {
    title: string
    description: string
  }

/**
 * Asks for fresh proof of ownership: the password, or a signature of the linked
 * wallet.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, ...form } = props
  return (
    <Dialog hasCross {...{ open, onOpenChange, title, description }}>
      <ConfirmForm {...form} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ConfirmForm(props: ConfirmFormProps) {
  const { user, purpose, action, send, onDone, other } = props
  const [password, setPassword] = useState('')
  const hasPassword = !user.wallet?.isOnlyWayIn
  const sign = useWalletSigning()
  const sending = useMutation({ mutationFn: send, onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') sending.mutate({ password })
  }
  const signInstead = () => {
    onDone()
    sign({ purpose, send })
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      {hasPassword && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            sending.reset()
          }}
          error={sending.error ? errorMessage(sending.error) : undefined}
        />
      )}
      {hasPassword && user.wallet && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={signInstead}
        >
          Use my wallet instead
        </Button>
      )}
      <div className="grid gap-3 sm:flex sm:justify-end">
        <Button onClick={other.onClick}>{other.label}</Button>
        {!hasPassword && (
          <Button variant="danger" onClick={signInstead}>
            Confirm with my wallet
          </Button>
        )}
        {hasPassword && (
          <Button
            type="submit"
            variant="danger"
            disabled={password === ''}
            pending={sending.isPending}
          >
            {action}
          </Button>
        )}
      </div>
    </form>
  )
}
