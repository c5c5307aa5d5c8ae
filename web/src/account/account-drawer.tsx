import type { ReactNode } from 'react'
import type { User } from '#core/api/account.ts'
import { CoinAmount } from '../components/coin-amount.tsx'
import { Drawer } from '../components/dialog.tsx'
import { Region } from '../components/region.tsx'
import { type Tab, Tabs } from '../components/tabs.tsx'
import { formatDay } from '../lib/format.ts'
import { playerName } from '../session/player-name.ts'

interface AccountDrawerProps {
  user: User
  /** Stands above the tabs. */
  wallet: ReactNode
  tabs: readonly Tab[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AccountDrawer(props: AccountDrawerProps) {
  const { user, wallet, tabs, open, onOpenChange } = props
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
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
        <Region name="The wallet">{wallet}</Region>
      </div>
      {tabs.length > 0 && <Tabs label="Account" tabs={tabs} />}
    </Drawer>
  )
}
