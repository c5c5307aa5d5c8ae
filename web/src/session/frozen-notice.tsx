import { lazy, Suspense } from 'react'
import { Button } from '../components/button.tsx'

const Dialog = lazy(async () => {
  const { Dialog } = await import('../components/dialog.tsx')
  return { default: Dialog }
})

/** Shows the player that the account was frozen, and why. */
export function FrozenNotice({
  reason,
  onClose,
}: {
  reason: string
  onClose: () => void
}) {
  return (
    <Suspense>
      <Dialog
        open
        onOpenChange={onClose}
        title="Your account is frozen"
        description={`The reason: ${reason}`}
      >
        <p className="mb-4 text-soft">
          You can’t bet or sign in for now. Bets that are open are settled as
          usual, and your coins stay yours.
        </p>
        <Button variant="action" onClick={onClose}>
          OK
        </Button>
      </Dialog>
    </Suspense>
  )
}
