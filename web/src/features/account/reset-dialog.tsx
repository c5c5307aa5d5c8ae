import { STARTING_BALANCE } from '#core/money/coins.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { formatCoins } from '../../lib/format.ts'

interface ResetDialogProps {
  balance: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

/** Asked only when a reset would cost the player coins. */
export function ResetDialog(props: ResetDialogProps) {
  const { balance, open, onOpenChange, onConfirm } = props
  const lost = formatCoins(balance - STARTING_BALANCE)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Give up your coins?"
      description={`A reset sets your balance to ${formatCoins(STARTING_BALANCE)} coins. You would lose ${lost}.`}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => onOpenChange(false)}>Keep my coins</Button>
        <Button
          variant="danger"
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
