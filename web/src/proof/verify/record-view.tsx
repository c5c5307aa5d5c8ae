import { type ReactNode, useMemo } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  isOpen,
  type PublicRecord,
  type ShownRecord,
  type VerificationRecord,
  verificationRecord,
} from '#core/evidence/round-record.ts'
import { Card } from '../../components/card.tsx'
import {
  type CheckedRecord,
  checkedRecord,
  type Seen,
} from '../records/checked-record.ts'
import { DrawnRound } from '../records/drawn-outcome.tsx'
import { gainOfRound } from '../records/gain.ts'
import { type ProvenWin, roundWin } from '../records/proven-win.ts'
import { ActionList } from './action-list.tsx'
import { AnchorSection } from './anchor-section.tsx'
import { AskChain, type ChainAsking } from './ask-chain.tsx'
import { DrawTable } from './draw-table.tsx'
import { EpochPath } from './epoch-path.tsx'
import { GameDetails } from './game-details.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import { Numbers } from './numbers.tsx'
import { outcomeText } from './outcome-text.ts'
import { useChainFinding } from './use-chain-finding.ts'
import { VerdictBanner } from './verdict-banner.tsx'
import { VerificationData } from './verification-data.tsx'
import { WhatHappened } from './what-happened.tsx'
import './verify.css'

interface RecordViewProps {
  record: PublicRecord
  /** What this browser kept of the round's epoch, if it was there. */
  seenHere: (record: VerificationRecord) => Seen | undefined
  asking: ChainAsking
  /** What can be done with what it proves to have been won. */
  ofWin?: ((win: ProvenWin) => ReactNode) | undefined
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Replays a record here, and shows every step of it. */
export function RecordView(props: RecordViewProps) {
  const { record, seenHere, asking, ofWin, children } = props
  if (isOpen(record)) {
    return (
      <>
        <NotOver />
        <Claimed record={record} />
        <Numbers open>
          <VerificationData record={record} />
          <HowToVerify />
        </Numbers>
        {children}
      </>
    )
  }
  return (
    <Ended record={record} seenHere={seenHere} asking={asking} ofWin={ofWin}>
      {children}
    </Ended>
  )
}

interface EndedProps extends RecordViewProps {
  record: ShownRecord
}

function Ended({ record, seenHere, asking, ofWin, children }: EndedProps) {
  const whole = useMemo(
    () => verificationRecord.safeParse(record).data,
    [record],
  )
  const checked = useMemo(
    () => whole && checkedRecord(nobleHashes, whole, seenHere(whole)),
    [whole, seenHere],
  )
  const { found, isContradicted, onAsk } = useChainFinding(record)
  const isProven = checked?.isSuccessful === true && !isContradicted
  return (
    <>
      <Verdict
        record={record}
        checked={checked}
        isProven={isProven}
        isContradicted={isContradicted}
        ofWin={ofWin}
      />
      <Numbers open={!isProven}>
        {whole && (
          <AnchorSection
            record={whole}
            isAnchored={checked?.isAnchored}
            isSeen={checked?.isAnchorSeen}
            found={found.anchor}
            unanchored={asking.unanchored}
          >
            <AskChain asking={asking} onAsk={onAsk} />
          </AnchorSection>
        )}
        <HowToVerify />
        {checked?.round && <ActionList round={checked.round} />}
        {checked && <DrawTable record={record} checked={checked} />}
        <VerificationData record={record} checked={checked} />
        {whole && <EpochPath record={whole} />}
      </Numbers>
      {children}
    </>
  )
}

interface VerdictProps {
  record: ShownRecord
  checked: CheckedRecord | undefined
  /** By this browser, and by the chain as far as it was asked. */
  isProven: boolean
  isContradicted: boolean
  ofWin: RecordViewProps['ofWin']
}

/** What happened comes first where it is proven, and is only a claim where it is not. */
function Verdict(props: VerdictProps) {
  const { record, checked, isProven, isContradicted, ofWin } = props
  const round = checked?.round
  if (!checked || !round || !isProven) {
    return (
      <>
        {checked ? (
          <VerdictBanner
            checked={checked}
            record={record}
            isContradicted={isContradicted}
          />
        ) : (
          <NotReplayed />
        )}
        <Claimed record={record} />
      </>
    )
  }
  const win = roundWin(record, checked)
  return (
    <>
      <WhatHappened
        details={{ record, outcome: outcomeText(record) }}
        gain={gainOfRound(round)}
        drawing={<DrawnRound round={round} />}
      >
        {win && ofWin?.(win)}
      </WhatHappened>
      <VerdictBanner checked={checked} record={record} isContradicted={false} />
    </>
  )
}

function Claimed({ record }: { record: PublicRecord }) {
  return (
    <Card>
      <GameDetails details={{ record, outcome: outcomeText(record) }} />
    </Card>
  )
}

/** Neither successful nor failed: something that a replay needs is missing. */
function NotReplayed() {
  return (
    <Card>
      <h2 className="text-title">Not verified yet</h2>
      <p className="mt-2">
        This record lacks a seed or the nonce, so nobody can replay the round. A
        round keeps its server seed secret until it has ended.
      </p>
    </Card>
  )
}

function NotOver() {
  return (
    <Card role="status">
      <h2 className="text-title">This round is not over yet</h2>
      <p className="mt-2">
        The house has committed to its server seed and keeps it secret until the
        round ends. Then this record shows the seeds and every draw, and can be
        verified. Until then all there is to see is the commitment below.
      </p>
    </Card>
  )
}
