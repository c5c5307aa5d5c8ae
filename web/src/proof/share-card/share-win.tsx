import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../components/button.tsx'
import type { ButtonSize } from '../../components/button-class.ts'
import { useOnDemand } from '../../lib/lazy-load.ts'
import { type ProvenWin, provenWin } from '../records/proven-win.ts'
import { recordQuery } from '../records/record-query.ts'

const loadDialog = async () => (await import('./share-dialog.tsx')).ShareDialog

type ShareWinProps = {
  win: ProvenWin
  size?: ButtonSize
}

/** Offers a proven win as a picture; its code loads at the press. */
export function ShareWin({ win, size = 'normal' }: ShareWinProps) {
  const { Dialog, state, open } = useOnDemand(loadDialog)
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
      {Dialog && <Dialog win={win} {...state} />}
    </>
  )
}

/** Offers to share a round if its record proves a win. */
export function ShareRecord({ id }: { id: string }) {
  const { data: record } = useQuery(recordQuery(id))
  const win = useMemo(() => record && provenWin(record), [record])
  return win ? <ShareWin win={win} size="small" /> : null
}
