import type { ReactNode } from 'react'
import type { AnyRecord } from '#core/schemas/any-record.ts'
import { isRaceRecord } from '#core/schemas/race-record.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import type { Seen } from './checked-record.ts'
import { RaceRecordView } from './race-record-view.tsx'
import { RecordView } from './record-view.tsx'

interface AnyRecordViewProps {
  record: AnyRecord
  /** What this browser kept of a round's epoch, if it was there. */
  seenHere: (record: VerificationRecord) => Seen | undefined
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Replays a record here, be it of a round, a race, or a bet on one. */
export function AnyRecordView({
  record,
  seenHere,
  children,
}: AnyRecordViewProps) {
  return isRaceRecord(record) ? (
    <RaceRecordView record={record}>{children}</RaceRecordView>
  ) : (
    <RecordView record={record} seenHere={seenHere}>
      {children}
    </RecordView>
  )
}
