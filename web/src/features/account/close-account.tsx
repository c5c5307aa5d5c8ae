import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useCloseAccount } from './use-account-care.ts'

/** @param props.hasPassword whether there is one to confirm it with. */
export function CloseAccount({ hasPassword }: { hasPassword: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="closing" className="grid gap-3">
      <h3 id="closing" className="text-lead">
        Close the account
      </h3>
      <p>
        Your name and your ways in are deleted for good. Transactions and rounds
        stay, as nobody's: the books must add up and proofs must hold.
      </p>
      {hasPassword ? (
        <Button
          variant="danger"
          className="justify-self-start"
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          Close my account
        </Button>
      ) : (
        <p className="text-soft">
          Set a password first: it confirms your wish.
        </p>
      )}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Close your account for good?"
        description="Your coins are given up. Open hands end by themselves, placed bets are settled, and nothing of it can be had back."
      >
        <ClosingForm onKeep={() => setAsking(false)} />
      </Dialog>
    </section>
  )
}

function ClosingForm({ onKeep }: { onKeep: () => void }) {
  const [password, setPassword] = useState('')
  const closing = useCloseAccount()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    closing.mutate(password)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          closing.reset()
        }}
        error={closing.error ? errorMessage(closing.error) : undefined}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onKeep}>Keep my account</Button>
        <Button
          type="submit"
          variant="danger"
          disabled={password === ''}
          pending={closing.isPending}
        >
          Close it for good
        </Button>
      </div>
    </form>
  )
}
