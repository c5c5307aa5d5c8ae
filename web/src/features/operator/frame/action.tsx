import { createContext, type ReactNode, useContext, useState } from 'react'
import { assert } from '#core/errors.ts'
import { ActionDialog } from './action-dialog.tsx'

/** What is asked for beside the reason. */
export interface ActionInput {
  name: string
  label: string
  initial?: string
  hint?: string
  inputMode?: 'numeric' | 'decimal'
  /** To choose from; any text when left out. */
  options?: readonly string[]
  isOptional?: boolean
}

export interface Answers {
  reason: string
  /** The answer to an input, without spaces around it. */
  of: (name: string) => string
}

/** Something that an operator does, once it is confirmed. */
export interface Action {
  title: string
  /** What will happen, in a sentence or two. */
  consequence: string
  verb: string
  isDanger?: boolean
  inputs?: readonly ActionInput[]
  /** Who reads the reason, where that is not the audit log alone. */
  reasonHint?: string
  send: (answers: Answers) => Promise<unknown>
  /** As it is told when it is done. */
  done: string
}

const Ask = createContext<((action: Action) => void) | null>(null)

/** Opens the dialog that confirms an action and asks why. */
export function useAction(): (action: Action) => void {
  const ask = useContext(Ask)
  assert(ask !== null, 'actions are asked for inside of ActionDialogs')
  return ask
}

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
