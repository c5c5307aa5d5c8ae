import type { ReactNode } from 'react'
import './folded-card.css'

interface FoldedCardProps {
  title: string
  /** Whether it is unfolded from the start. */
  open?: boolean
  children: ReactNode
}

/** A card of which only the title shows until somebody wants more. */
export function FoldedCard({ title, open = false, children }: FoldedCardProps) {
  return (
    <details open={open} className="rubber-card folded-card">
      <summary>
        <h2 className="text-lead">{title}</h2>
      </summary>
      <div className="grid gap-4 p-5 pt-2">{children}</div>
    </details>
  )
}
