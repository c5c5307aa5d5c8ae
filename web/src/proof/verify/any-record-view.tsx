import type { ReactNode } from 'react'
import type { AnyRecord } from '#core/api/records.ts'
import { isSportsRecord } from '#core/api/sports.ts'
import { isRaceRecord } from '#core/evidence/race-record.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import type { Seen } from '../records/checked-record.ts'
import type { ProvenWin } from '../records/proven-win.ts'
import type { ChainAsking } from './ask-chain.tsx'
import { RaceRecordView } from './race-record-view.tsx'
import { RecordView } from './record-view.tsx'
import { SportsRecordView } from './sports-record-view.tsx'

interface AnyRecordViewProps {
  record: AnyRecord
  /** What this browser kept of a round's epoch, if it was there. */
  seenHere: (record: VerificationRecord) => Seen | undefined
  /** Whom the page may ask about the chain that it is anchored on. */
  asking: ChainAsking
  /** What can be done with what it proves to have been won. */
  ofWin?: (win: ProvenWin) => ReactNode
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Replays a record here, be it of a round, a race, or a bet on one; a sports bet has only evidence. */
export function AnyRecordView({
  record,
  seenHere,
  asking,
  ofWin,
  children,
}: AnyRecordViewProps) {
  if (isRaceRecord(record)) {
    return (
      <RaceRecordView record={record} asking={asking} ofWin={ofWin}>
        {children}
      </RaceRecordView>
    )
  }
  if (isSportsRecord(record)) {
    return <SportsRecordView record={record}>{children}</SportsRecordView>
  }
  return (
    <RecordView
      record={record}
      seenHere={seenHere}
      asking={asking}
      ofWin={ofWin}
    >
      {children}
    </RecordView>
  )
}
