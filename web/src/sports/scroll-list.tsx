import type { ComponentProps, ReactNode } from 'react'
import { Bendy, type Mood } from '../components/bendy.tsx'
import { classNames } from '../lib/class-names.ts'

/** A list that scrolls by itself; relative, to clip the hidden texts of its rows. */
export function ScrollList({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames(
        'relative overflow-y-auto overscroll-contain [scrollbar-width:thin]',
        className,
      )}
      {...rest}
    />
  )
}

type EmptyListProps = {
  mood?: Mood
  /** Message and next step. */
  children: ReactNode
}

/** Replaces an empty list. */
export function EmptyList({ mood = 'idle', children }: EmptyListProps) {
  return (
    <div className="grid min-h-80 place-items-center content-center gap-3 text-center text-soft">
      <Bendy mood={mood} className="w-28" />
      {children}
    </div>
  )
}
