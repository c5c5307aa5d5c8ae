import type { ReactNode } from 'react'
import type { Mood } from './bendy.tsx'
import { Bendy } from './bendy.tsx'

type NoticeProps = {
  mood: Mood
  title: string
  children?: ReactNode
}

/** Bendy, what happened, and one next step. */
export function Notice({ mood, title, children }: NoticeProps) {
  return (
    <div className="mx-auto grid max-w-lg place-items-center gap-4 px-4 py-12 text-center">
      <Bendy mood={mood} className="w-48" />
      <h1 className="text-display">{title}</h1>
      {children}
    </div>
  )
}
