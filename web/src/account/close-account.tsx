import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../session/confirm-dialog.tsx'
import { useCloseAccount } from './use-account-care.ts'

export function CloseAccount({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const close = useCloseAccount()
  return (
    <section aria-labelledby="closing" className="grid gap-3">
      <h3 id="closing" className="text-lead">
        Close the account
      </h3>
      <p>
        Your name, password and linked wallet are deleted for good. Your
        transactions and rounds stay, without your name, so that the books add
        up and proofs hold.
      </p>
      <Button
        variant="danger"
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Close my account
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Close your account for good?"
        description="You give up your coins. Open hands end on their own and placed bets are settled. This cannot be undone."
        user={user}
        purpose="close"
        action="Close it for good"
        send={close}
        other={{ label: 'Keep my account', onClick: () => setAsking(false) }}
      />
    </section>
  )
}
