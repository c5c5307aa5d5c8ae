import { createContext, useContext } from 'react'
import { assert } from '#core/assert.ts'

/** Describes an input that is asked for beside the reason. */
export interface ActionInput {
  name: string
  label: string
  initial?: string
  /** Error text while it is empty. */
  missing?: string
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
  /** Why it may be a mistake. */
  warning?: string | undefined
  verb: string
  isDanger?: boolean
  inputs?: readonly ActionInput[]
  /** Who reads the reason, where that is not the audit log alone. */
  reasonHint?: string
  send: (answers: Answers) => Promise<unknown>
  /** As it is told when it is done. */
  done: string
}

/** Gives what opens the dialog, for those inside of `ActionDialogs`. */
export const Ask = createContext<((action: Action) => void) | null>(null)

/** Opens the dialog that confirms an action and asks why. */
export function useAction(): (action: Action) => void {
  const ask = useContext(Ask)
  assert(ask !== null, 'actions are asked for inside of ActionDialogs')
  return ask
}
