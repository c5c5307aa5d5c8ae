import { useState } from 'react'
import type { User } from '#core/schemas/user.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../domain/session/confirm-dialog.tsx'
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
        Your name and your ways in are deleted for good. Transactions and rounds
        stay, as nobody's: the books must add up and proofs must hold.
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
        description="Your coins are given up. Open hands end by themselves, placed bets are settled, and nothing of it can be had back."
        user={user}
        purpose="close"
        action="Close it for good"
        send={close}
        other={{ label: 'Keep my account', onClick: () => setAsking(false) }}
      />
    </section>
  )
}
