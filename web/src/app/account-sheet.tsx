import type { User } from '#core/schemas/user.ts'
import type { Tab } from '../components/tabs.tsx'
import { AccountDrawer } from '../features/account/account-drawer.tsx'
import { FairTab } from '../features/fairness/fair-tab.tsx'
import { WalletCard } from '../features/wallet/wallet-card.tsx'

interface AccountSheetProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the features put into the account drawer. */
const tabs: readonly Tab[] = [
  { value: 'fair', label: 'Provably Fair', content: <FairTab /> },
]

export function AccountSheet(props: AccountSheetProps) {
  const wallet = <WalletCard player={props.user.id} />
  return <AccountDrawer wallet={wallet} tabs={tabs} {...props} />
}
