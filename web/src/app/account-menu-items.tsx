import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { NavLink } from 'react-router-dom'
import type { User } from '#core/api/account.ts'
import { classNames } from '../lib/class-names.ts'
import { retryImport, useOnDemand } from '../lib/lazy-load.ts'
import { pagePath } from '../lib/page-path.ts'
import { useAuth } from '../session/auth.tsx'
import { onOpenAccountSheet } from '../session/open-account-sheet.ts'
import { takeLinkRequest, WalletSigning } from '../session/wallet-signing.ts'
import type { SignDialogProps } from '../wallet/browser-wallet/sign-dialog.tsx'
import {
  loadDepositDialog,
  loadPayDialog,
  loadSignDialog,
} from '../wallet/load-dialogs.tsx'
import type { PageLink } from './page.ts'
import { SecurityNotifications } from './security-notifications.tsx'

const LINK = { purpose: 'link' } as const

type AccountMenuItemsProps = {
  user: User
  /** Closes the menu, before anything else opens. */
  onChosen: () => void
}

export function AccountMenuItems({ user, onChosen }: AccountMenuItemsProps) {
  const { reset } = useAuth()
  const account = useOnDemand(loadAccountSheet)
  const question = useOnDemand(loadResetDialog)
  const signing = useOnDemand(loadSignDialog)
  const [request, setRequest] = useState<SignDialogProps['request']>(LINK)
  const paying = useOnDemand(loadPayDialog)
  const depositing = useOnDemand(loadDepositDialog)

  const openAccount = useEffectEvent(() => void account.open())
  useEffect(() => onOpenAccountSheet(() => openAccount()), [])
  const goOnLinking = useEffectEvent(() => {
    if (takeLinkRequest()) void signing.open()
  })
  useEffect(() => goOnLinking(), [])

  const chosen = (open: () => Promise<void>) => () => {
    onChosen()
    void open()
  }
  // Closes the previous dialog first: only one is open at a time.
  const openInstead = (dialog: { open: () => Promise<void> }) => {
    for (const { setOpen } of [account, depositing, paying]) setOpen(false)
    void dialog.open()
  }
  const sign = (next: SignDialogProps['request']) => {
    setRequest(next)
    openInstead(signing)
  }
  return (
    <>
      <SecurityNotifications player={user.id} />
      <MenuButton onClick={chosen(account.open)}>Account</MenuButton>
      <MenuButton onClick={chosen(depositing.open)}>Deposit</MenuButton>
      {listLinks(user).map(({ to, label }) => (
        <NavLink key={to} to={to} className="menu-item" onClick={onChosen}>
          {label}
        </NavLink>
      ))}
      <MenuButton disabled={reset.isPending} onClick={chosen(question.open)}>
        Reset balance
      </MenuButton>
      {account.Dialog && (
        <WalletSigning value={sign}>
          <account.Dialog
            user={user}
            {...account.state}
            onLinkWallet={() => sign(LINK)}
            onDeposit={() => openInstead(depositing)}
          />
        </WalletSigning>
      )}
      {signing.Dialog && (
        <signing.Dialog request={request} {...signing.state} />
      )}
      {depositing.Dialog && (
        <depositing.Dialog
          player={user.id}
          {...depositing.state}
          onPay={() => openInstead(paying)}
        />
      )}
      {paying.Dialog && (
        <paying.Dialog
          player={user.id}
          {...paying.state}
          onUseAddress={() => openInstead(depositing)}
        />
      )}
      {question.Dialog && (
        <question.Dialog
          balance={user.balance}
          {...question.state}
          onConfirm={() => reset.mutate()}
        />
      )}
    </>
  )
}

export function MenuButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={classNames('menu-item', className)}
      {...rest}
    />
  )
}

function listLinks({ role }: User): PageLink[] {
  return [
    { to: pagePath('/history'), label: 'History' },
    { to: pagePath('/leaderboard'), label: 'Leaderboard' },
    ...(role === 'operator'
      ? [{ to: pagePath('/operator'), label: 'Operator' }]
      : []),
  ]
}

async function loadAccountSheet() {
  return (await retryImport(() => import('./account-sheet.tsx'))).AccountSheet
}

async function loadResetDialog() {
  return (await retryImport(() => import('../account/reset-dialog.tsx')))
    .ResetDialog
}
