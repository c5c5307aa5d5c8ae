import type { User } from '#core/schemas/user.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useUnlinkWallet } from './use-unlink-wallet.ts'

interface UnlinkDialogProps {
  user: User
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who unlinks has to know what they sign in with from then on. */
export function UnlinkDialog({ user, open, onOpenChange }: UnlinkDialogProps) {
  const unlink = useUnlinkWallet()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Unlink this wallet?"
      description={`It will not sign in to your account any more. You sign in as ${user.username} with your password.`}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => onOpenChange(false)}>Keep it</Button>
        <Button
          variant="danger"
          pending={unlink.isPending}
          onClick={() => unlink.mutate()}
        >
          Unlink
        </Button>
      </div>
    </Dialog>
  )
}
