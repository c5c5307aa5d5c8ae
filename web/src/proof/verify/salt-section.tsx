import type { ReactNode } from 'react'
import type { SaltBlock } from '#core/race/salt.ts'
import type { SaltFinding } from '#core/evidence/on-chain.ts'
import { saltFoundCheck } from './anchor-checks.ts'
import { NumbersSection } from './numbers-section.tsx'
import { Checks } from './verdict-card.tsx'

interface SaltSectionProps {
  saltBlock: SaltBlock
  /** Node's finding; undefined until one was queried. */
  found: SaltFinding | undefined
  /** Controls that query the chain. */
  children: ReactNode
}

/**
 * Shows a race's salt block, and whether it is the first block late enough on
 * its chain.
 */
export function SaltSection({ saltBlock, found, children }: SaltSectionProps) {
  return (
    <NumbersSection title={`Salted by block ${saltBlock.number}`}>
      <p>
        The salt must be the hash of the first block that its chain made so long
        after betting had closed. A node of that chain knows it, and the block
        before it.
      </p>
      <div role="status">
        <Checks checks={[saltFoundCheck(found)]} />
      </div>
      {children}
    </NumbersSection>
  )
}
