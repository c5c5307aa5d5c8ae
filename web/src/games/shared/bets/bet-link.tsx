import type { ReactNode } from 'react'
import type { Settlement } from '#core/api/history.ts'
import { ShieldIcon } from '../../../components/shield-icon.tsx'
import { pagePath } from '../../../lib/page-path.ts'
import { BetGain } from './bet-gain.tsx'
import './bet-link.css'

interface BetLinkProps {
  id: string
  title: ReactNode
  /** Null while it is open. */
  settlement: Settlement | null | undefined
  /** Stand below the title, the first at the left, the rest at the right. */
  notes: ReactNode
}

/** A bet in a list: what it was, what it brought, and one tap to its proof. */
export function BetLink({ id, title, settlement, notes }: BetLinkProps) {
  return (
    <a
      href={pagePath(`/verify/${id}`)}
      target="_blank"
      rel="noreferrer"
      className="bet-link"
    >
      <ShieldIcon mark="none" className="text-sky" />
      <span className="truncate font-display font-semibold">{title}</span>
      <BetGain bet={{ settlement }} />
      <span className="bet-link-notes text-small">{notes}</span>
    </a>
  )
}
