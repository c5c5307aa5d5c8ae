import { type ReactNode, useMemo } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  isOpen,
  type PublicRecord,
  type ShownRecord,
  type VerificationRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { Card } from '../../components/card.tsx'
import { ActionList } from './action-list.tsx'
import { checkedRecord, type Seen } from './checked-record.ts'
import { DrawTable } from './draw-table.tsx'
import { EpochPath } from './epoch-path.tsx'
import { GameDetails } from './game-details.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import { outcomeText } from './outcome-text.ts'
import { VerdictBanner } from './verdict-banner.tsx'
import { VerificationData } from './verification-data.tsx'
import './verify.css'

interface RecordViewProps {
  record: PublicRecord
  /** What this browser kept of the round's epoch, if it was there. */
  seenHere: (record: VerificationRecord) => Seen | undefined
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Replays a record here, and shows every step of it. */
export function RecordView({ record, seenHere, children }: RecordViewProps) {
  if (isOpen(record)) {
    return (
      <>
        <NotOver />
        <Basics record={record} />
        <VerificationData record={record} />
        {children}
      </>
    )
  }
  return (
    <Ended record={record} seenHere={seenHere}>
      {children}
    </Ended>
  )
}

interface EndedProps extends RecordViewProps {
  record: ShownRecord
}

function Ended({ record, seenHere, children }: EndedProps) {
  const whole = useMemo(
    () => verificationRecord.safeParse(record).data,
    [record],
  )
  const checked = useMemo(
    () => whole && checkedRecord(nobleHashes, whole, seenHere(whole)),
    [whole, seenHere],
  )
  return (
    <>
      {checked ? (
        <VerdictBanner checked={checked} record={record} />
      ) : (
        <NotReplayed />
      )}
      <Basics record={record} />
      {checked?.round && <ActionList round={checked.round} />}
      {checked && <DrawTable record={record} checked={checked} />}
      <VerificationData record={record} checked={checked} />
      {whole && <EpochPath record={whole} />}
      {children}
    </>
  )
}

function Basics({ record }: { record: PublicRecord }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <GameDetails record={record} outcome={outcomeText(record)} />
      <HowToVerify />
    </div>
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
