import { STARTING_BALANCE } from '#core/money/coins.ts'
import { Button } from '../components/button.tsx'
import { Dialog, type DialogState } from '../components/dialog.tsx'
import { formatCoins } from '../lib/format.ts'

type ResetDialogProps = DialogState & {
  balance: number
  onConfirm: () => void
}

/** Confirms a reset, and states its consequences. */
export function ResetDialog(props: ResetDialogProps) {
  const { balance, open, onOpenChange, onConfirm } = props
  const lost = balance - STARTING_BALANCE
  const then = `A reset sets your balance to ${formatCoins(STARTING_BALANCE)} coins.`
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={lost > 0 ? 'Give up your coins?' : 'Reset your balance?'}
      description={
        lost > 0 ? `${then} You would lose ${formatCoins(lost)}.` : then
      }
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => onOpenChange(false)}>Keep my coins</Button>
        <Button
          variant={lost > 0 ? 'danger' : 'action'}
          onClick={() => {
            onOpenChange(false)
            onConfirm()
          }}
        >
          Reset balance
        </Button>
      </div>
    </Dialog>
  )
}
