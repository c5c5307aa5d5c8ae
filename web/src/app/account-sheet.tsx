import { type ReactNode, useState } from 'react'
import type { User } from '#core/api/account.ts'
import { AccountCare } from '../account/account-care.tsx'
import { AccountDrawer } from '../account/account-drawer.tsx'
import { PasswordDialog } from '../account/auth/password-forms.tsx'
import { LimitsSection } from '../account/limits/limits-section.tsx'
import type { Tab } from '../components/tabs.tsx'
import { FairTab } from '../proof/fairness/page/fair-tab.tsx'
import { NameChoice } from '../site/feed/name-choice.tsx'
import { ParticipationChoice } from '../site/leaderboard/participation-choice.tsx'
import { SportsHistory } from '../sports/bet-list.tsx'
import { LinkedWallet } from '../wallet/browser-wallet/linked-wallet.tsx'
import { WalletCard } from '../wallet/wallet-card.tsx'

interface AccountSheetProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Asks for the dialog that links a browser wallet. */
  onLinkWallet: () => void
  /** Asks for the deposit dialog. */
  onDeposit: () => void
}

/** Returns the tabs of the account drawer. */
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
