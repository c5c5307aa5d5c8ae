import type { ReactNode } from 'react'
import { FoldedCard } from '../../components/folded-card.tsx'

interface NumbersProps {
  /** Whether they show from the start: where there is no proof to go by. */
  open: boolean
  children: ReactNode
}

/** Seeds, hashes and draws: who wants to check by hand unfolds them. */
export function Numbers({ open, children }: NumbersProps) {
  return (
    <FoldedCard title="All the numbers" open={open}>
      {children}
    </FoldedCard>
  )
}
