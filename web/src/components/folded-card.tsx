import type { ReactNode } from 'react'

type FoldedCardProps = {
  title: string
  /** Unfolds it from the start. */
  open?: boolean
  children: ReactNode
}

/** A card that shows only its title until it is unfolded. */
export function FoldedCard({ title, open = false, children }: FoldedCardProps) {
  return (
    <details open={open} className="rubber-card group">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 rounded-card px-5 after:mb-[0.3rem] after:size-[0.65rem] after:flex-none after:rotate-45 after:border-sky-text after:border-r-3 after:border-b-3 after:content-[''] group-open:after:-mb-[0.3rem] group-open:after:rotate-225 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lead">{title}</h2>
      </summary>
      <div className="grid gap-4 p-5 pt-2">{children}</div>
    </details>
  )
}
