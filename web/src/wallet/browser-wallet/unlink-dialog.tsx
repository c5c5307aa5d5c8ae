import type { User } from '#core/api/account.ts'
import { ConfirmDialog } from '../../session/confirm-dialog.tsx'
import { useUnlinkWallet } from '../../session/use-unlink-wallet.ts'

interface UnlinkDialogProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who unlinks has to know what they sign in with from then on. */
export function UnlinkDialog({ user, open, onOpenChange }: UnlinkDialogProps) {
  const unlink = useUnlinkWallet()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Unlink this wallet?"
      description={`It can no longer sign in to your account, and all other browsers are signed out. You sign in as ${user.username} with your password.`}
      user={user}
      purpose="unlink"
      action="Unlink"
      send={unlink}
      other={{ label: 'Keep it', onClick: () => onOpenChange(false) }}
    />
  )
}
