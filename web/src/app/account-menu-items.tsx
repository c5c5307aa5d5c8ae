import { lazy, Suspense, useState } from 'react'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import type { User } from '#core/schemas/user.ts'
import { useAuth } from '../lib/auth.tsx'

const AccountSheet = lazy(async () => ({
  default: (await import('./account-sheet.tsx')).AccountSheet,
}))
const ResetDialog = lazy(async () => ({
  default: (await import('../features/account/reset-dialog.tsx')).ResetDialog,
}))

interface AccountMenuItemsProps {
  user: User
  /** Closes the menu, before anything else opens. */
  onChosen: () => void
}

export function AccountMenuItems({ user, onChosen }: AccountMenuItemsProps) {
  const { logout, reset } = useAuth()
  // Undefined until asked for the first time: then the code is loaded.
  const [isAccountOpen, setAccountOpen] = useState<boolean>()
  const [isResetOpen, setResetOpen] = useState<boolean>()

  const chosen = (action: () => void) => () => {
    onChosen()
    action()
  }
  const askOrReset = () => {
    if (user.balance > STARTING_BALANCE) setResetOpen(true)
    else reset.mutate()
  }
  return (
    <>
      <button
        type="button"
        className="menu-item"
        onClick={chosen(() => setAccountOpen(true))}
      >
        Account
      </button>
      <button
        type="button"
        className="menu-item"
        disabled={reset.isPending}
        onClick={chosen(askOrReset)}
      >
        Reset balance
      </button>
      <button
        type="button"
        className="menu-item"
        disabled={logout.isPending}
        onClick={chosen(() => logout.mutate())}
      >
        Log out
      </button>
      <Suspense fallback={null}>
        {isAccountOpen !== undefined && (
          <AccountSheet
            user={user}
            open={isAccountOpen}
            onOpenChange={setAccountOpen}
          />
        )}
        {isResetOpen !== undefined && (
          <ResetDialog
            balance={user.balance}
            open={isResetOpen}
            onOpenChange={setResetOpen}
            onConfirm={() => reset.mutate()}
          />
        )}
      </Suspense>
    </>
  )
}
