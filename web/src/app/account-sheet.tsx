import type { User } from '#core/schemas/user.ts'
import type { Tab } from '../components/tabs.tsx'
import { AccountDrawer } from '../features/account/account-drawer.tsx'

interface AccountSheetProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the features put into the account drawer. */
const tabs: readonly Tab[] = []

export function AccountSheet(props: AccountSheetProps) {
  return <AccountDrawer tabs={tabs} {...props} />
}
