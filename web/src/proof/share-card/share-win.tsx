import { Button } from '../../components/button.tsx'
import type { ButtonSize } from '../../components/button-class.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import type { ProvenWin } from '../records/proven-win.ts'

const loadDialog = async () => (await import('./share-dialog.tsx')).ShareDialog

interface ShareWinProps {
  win: ProvenWin
  size?: ButtonSize
}

/** Offers a proven win as a picture; what draws it comes when it is pressed. */
export function ShareWin({ win, size = 'normal' }: ShareWinProps) {
  const { Dialog, isOpen, setOpen, open } = useOnDemand(loadDialog)
  return (
    <>
      <Button
        variant="go"
        size={size}
        onClick={({ currentTarget }) => {
          // A popover lies above every dialog.
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
          void open()
        }}
      >
        Share this win
      </Button>
      {Dialog && <Dialog win={win} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
