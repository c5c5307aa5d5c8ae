import type { ReactNode } from 'react'
import { NETWORKS } from '#core/chain/networks.ts'
import { isAnchoredBefore } from '#core/evidence/anchor-claims.ts'
import type { AnchorFinding } from '#core/evidence/on-chain.ts'
import type { FinishedRaceRecord } from '#core/evidence/race-record.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import {
  foundCheck,
  orderCheck,
  pathCheck,
  SEEN_BEFORE,
} from './anchor-checks.ts'
import { AnchorData } from './anchor-data.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { Checks } from './verdict-card.tsx'

interface AnchorSectionProps {
  record: VerificationRecord | FinishedRaceRecord
  /** The path leads to the root, by this browser; undefined without an anchor. */
  isAnchored: boolean | undefined
  /** This browser had seen the block, or a later one, before the bet. */
  isSeen?: boolean | undefined
  /** What a node said, once one was asked. */
  found: AnchorFinding | undefined
  /** What is known of a house that has not anchored a root. */
  unanchored?: string | undefined
  /** Controls that query the chain. */
  children?: ReactNode
}

/** Where the commitment is on a chain: checked here, and there by whoever is asked. */
export function AnchorSection(props: AnchorSectionProps) {
  const { record, isAnchored, isSeen = false, found, children } = props
  const { anchor } = record.gameData
  if (!anchor) return <NotAnchored why={props.unanchored} />
  const { name } = NETWORKS[anchor.chainId]
  const isBefore = isAnchoredBefore(record, Date.parse(record.timestamp))
  return (
    <NumbersSection title={`Anchored on chain, block ${anchor.block}`}>
      <p>
        What the seeds were fixed by is under a root on a chain ({name}). It can
        not be changed there, and its block tells how old it is.
      </p>
      <div role="status">
        <Checks
          checks={[
            pathCheck(isAnchored === true),
            foundCheck(found),
            isSeen ? SEEN_BEFORE : orderCheck(isBefore),
          ]}
        />
      </div>
      {children}
      <AnchorData anchor={anchor} />
    </NumbersSection>
  )
}

function NotAnchored({ why }: { why: string | undefined }) {
  return (
    <NumbersSection title="Not anchored on a chain">
      <p>
        This record names no root on a chain. That its seeds were fixed before
        the bet is known to the browser that pinned the root then, and to nobody
        else.
      </p>
      {why && <p className="text-soft">{why}</p>}
    </NumbersSection>
  )
}
