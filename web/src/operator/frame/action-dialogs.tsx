import { type ReactNode, useState } from 'react'
import { type Action, Ask } from './action.ts'
import { ActionDialog } from './action-dialog.tsx'

/** The one dialog of all actions; rows below may come and go while it is open. */
export function ActionDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ action: Action; number: number }>()
  const [isOpen, setOpen] = useState(false)
  const ask = (action: Action) => {
    setAsked((before) => ({ action, number: (before?.number ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <Ask value={ask}>
      {children}
      {asked && (
        <ActionDialog
          key={asked.number}
          action={asked.action}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Ask>
  )
}
