import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { AccountCare } from '../account/account-care.tsx'
import { PasswordDialog } from '../account/auth/password-forms.tsx'
import { LimitsSection } from '../account/limits/limits-section.tsx'
import { CoinAmount } from '../components/coin-amount.tsx'
import { type DialogState, Drawer } from '../components/dialog.tsx'
import { Region } from '../components/region.tsx'
import { Tabs } from '../components/tabs.tsx'
import { formatDay } from '../lib/format.ts'
import { FairTab } from '../proof/fairness/page/fair-tab.tsx'
import { playerName } from '../session/player-name.ts'
import { NameChoice } from '../site/feed/name-choice.tsx'
import { ParticipationChoice } from '../site/leaderboard/participation-choice.tsx'
import { SportsHistory } from '../sports/bet-list.tsx'
import { LinkedWallet } from '../wallet/browser-wallet/linked-wallet.tsx'
import { WalletCard } from '../wallet/wallet-card.tsx'

type AccountSheetProps = DialogState & {
  user: User
  /** Opens the dialog that links a browser wallet. */
  onLinkWallet: () => void
  /** Opens the deposit dialog. */
  onDeposit: () => void
}

/** The account's drawer: the wallet, and tabs below it. */
export function AccountSheet(props: AccountSheetProps) {
  const { user, onLinkWallet, onDeposit, ...drawer } = props
  const [isSettingPassword, setSettingPassword] = useState(false)
  const account = (
    <div className="grid gap-6">
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
      <section aria-label="What others see" className="grid gap-3">
        <h3 className="text-lead">What others see</h3>
        <NameChoice player={user.id} />
        <ParticipationChoice player={user.id} />
      </section>
      <AccountCare user={user} />
    </div>
  )
  const sports = <SportsHistory onLeave={() => drawer.onOpenChange(false)} />
  const limits = <LimitsSection player={user.id} />
  return (
    <Drawer
      {...drawer}
      title="Account Settings & History"
      footer={`Member since ${formatDay(user.createdAt)}`}
    >
      <div className="well mb-4 flex items-center justify-between gap-4 px-4 py-3">
        <span className="min-w-0 truncate font-bold">
          {playerName(user.username)}
        </span>
        <CoinAmount
          amount={user.balance}
          className="text-title text-sun-text"
        />
      </div>
      <div className="mb-4">
        <Region name="The wallet">
          <WalletCard player={user.id} onDeposit={onDeposit} />
        </Region>
      </div>
      <Tabs
        label="Account"
        tabs={[
          { value: 'sports', label: 'Sports Betting', content: sports },
          { value: 'fair', label: 'Provably Fair', content: <FairTab /> },
          { value: 'limits', label: 'Limits', content: limits },
          { value: 'account', label: 'Account', content: account },
        ]}
      />
    </Drawer>
  )
}
