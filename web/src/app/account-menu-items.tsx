import { useEffect, useEffectEvent } from 'react'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import type { User } from '#core/schemas/user.ts'
import { onAccountAsked } from '../lib/account-request.ts'
import { useAuth } from '../lib/auth.tsx'
import { useOnDemand } from '../lib/use-on-demand.ts'

interface AccountMenuItemsProps {
  user: User
  /** Closes the menu, before anything else opens. */
  onChosen: () => void
}

export function AccountMenuItems({ user, onChosen }: AccountMenuItemsProps) {
  const { logout, reset } = useAuth()
  const account = useOnDemand(loadAccountSheet)
  const question = useOnDemand(loadResetDialog)

  const openAccount = useEffectEvent(() => void account.open())
  useEffect(() => onAccountAsked(() => openAccount()), [])

  const chosen = (action: () => void) => () => {
    onChosen()
    action()
  }
  const askOrReset = () => {
    if (user.balance > STARTING_BALANCE) void question.open()
    else reset.mutate()
  }
  return (
    <>
      <button
        type="button"
        className="menu-item"
        onClick={chosen(() => void account.open())}
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
      {account.Dialog && (
        <account.Dialog
          user={user}
          open={account.isOpen}
          onOpenChange={account.setOpen}
        />
      )}
      {question.Dialog && (
        <question.Dialog
          balance={user.balance}
          open={question.isOpen}
          onOpenChange={question.setOpen}
          onConfirm={() => reset.mutate()}
        />
      )}
    </>
  )
}

async function loadAccountSheet() {
  return (await import('./account-sheet.tsx')).AccountSheet
}

async function loadResetDialog() {
  return (await import('../features/account/reset-dialog.tsx')).ResetDialog
}
