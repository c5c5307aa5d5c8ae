import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** Sets a mark's colour and shape, beside what it says. */
export type Tone = 'good' | 'bad' | 'warning' | 'waiting' | 'plain'

/** A state in a word, with a shape beside its colour. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames('op-mark', `op-${tone}`)}>{children}</span>
}
