import { type ReactNode, useState } from 'react'
import type { User } from '#core/api/account.ts'
import type { Tab } from '../components/tabs.tsx'
import { AccountCare } from '../features/account/account-care.tsx'
import { AccountDrawer } from '../features/account/account-drawer.tsx'
import { PasswordDialog } from '../features/auth/password-dialog.tsx'
import { LinkedWallet } from '../features/browser-wallet/linked-wallet.tsx'
import { FairTab } from '../features/fairness/fair-tab.tsx'
import { NameChoice } from '../features/feed/name-choice.tsx'
import { ParticipationChoice } from '../features/leaderboard/participation-choice.tsx'
import { LimitsSection } from '../features/limits/limits-section.tsx'
import { SportsHistory } from '../features/sports/sports-history.tsx'
import { WalletCard } from '../features/wallet/wallet-card.tsx'

interface AccountSheetProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Asks for the dialog that links a browser wallet. */
  onLinkWallet: () => void
  /** Asks for the deposit dialog. */
  onDeposit: () => void
}

/** What the features put into the account drawer. */
function tabsOf(
  user: User,
  signInWallet: ReactNode,
  onLeave: () => void,
): readonly Tab[] {
  return [
    {
      value: 'sports',
      label: 'Sports Betting',
      content: <SportsHistory onLeave={onLeave} />,
    },
    { value: 'fair', label: 'Provably Fair', content: <FairTab /> },
    {
      value: 'limits',
      label: 'Limits',
      content: <LimitsSection player={user.id} />,
    },
    {
      value: 'account',
      label: 'Account',
      content: (
        <div className="grid gap-6">
          {signInWallet}
          <section aria-label="What others see" className="grid gap-3">
            <h3 className="text-lead">What others see</h3>
            <NameChoice player={user.id} />
            <ParticipationChoice player={user.id} />
          </section>
          <AccountCare user={user} />
        </div>
      ),
    },
  ]
}

export function AccountSheet({
  onLinkWallet,
  onDeposit,
  ...drawer
}: AccountSheetProps) {
  const { user } = drawer
  const [isSettingPassword, setSettingPassword] = useState(false)
  const signInWallet = (
    <>
      <LinkedWallet
        user={user}
        onLink={onLinkWallet}
        onSetPassword={() => setSettingPassword(true)}
      />
      <PasswordDialog
        user={user}
        open={isSettingPassword}
        onOpenChange={setSettingPassword}
      />
    </>
  )
  return (
    <AccountDrawer
      wallet={<WalletCard player={user.id} onDeposit={onDeposit} />}
      tabs={tabsOf(user, signInWallet, () => drawer.onOpenChange(false))}
      {...drawer}
    />
  )
}
